#include "textflag.h"

// ROW writes row i of the image: it takes the next source of a row from BX,
// loads sixteen bytes from there, moves them as X0 says, and replaces each
// digit by its character in X1. The seven bytes too many are overwritten by the
// next row.
#define ROW(i) \
	MOVQ   BX, AX;          \
	SHRQ   $4, BX;          \
	ANDL   $15, AX;         \
	LEAQ   (AX)(AX*8), AX;  \
	MOVOU  (SI)(AX*1), X2;  \
	MOVO   X1, X3;          \
	PSHUFB X0, X2;          \
	PSHUFB X2, X3;          \
	MOVOU  X3, (9*i)(DI)

// func shuffleBytes(line *line88, grid *source, order *recipe)
TEXT ·shuffleBytes(SB), NOSPLIT, $0-24
	MOVQ  line+0(FP), DI
	MOVQ  grid+8(FP), SI
	MOVQ  order+16(FP), DX
	MOVQ  0(DX), BX
	MOVQ  8(DX), X0
	MOVHPS 16(DX), X0
	MOVQ  24(DX), X1
	MOVHPS 32(DX), X1
	ROW(0)
	ROW(1)
	ROW(2)
	ROW(3)
	ROW(4)
	ROW(5)
	ROW(6)
	ROW(7)
	ROW(8)
	RET

// KEPT is ROW with the cells that are not kept emptied. Nine bits of the row tell
// which cells are kept; X5 copies them to every byte, X6 selects one bit in each,
// and comparing makes whole bytes of them.
#define KEPT(i) \
	MOVQ    BX, AX;          \
	SHRQ    $4, BX;          \
	ANDL    $15, AX;         \
	MOVWLZX (R8)(AX*2), CX;  \
	LEAQ    (AX)(AX*8), AX;  \
	MOVL    CX, X4;          \
	MOVOU   (SI)(AX*1), X2;  \
	PSHUFB  X5, X4;          \
	PAND    X6, X4;          \
	PCMPEQB X6, X4;          \
	PAND    X4, X2;          \
	MOVO    X1, X3;          \
	PSHUFB  X0, X2;          \
	PSHUFB  X2, X3;          \
	MOVOU   X3, (9*i)(DI)

// func keptBytes(line *line88, grid *source, order *recipe, kept *patternRows)
TEXT ·keptBytes(SB), NOSPLIT, $0-32
	MOVQ  line+0(FP), DI
	MOVQ  grid+8(FP), SI
	MOVQ  order+16(FP), DX
	MOVQ  kept+24(FP), R8
	MOVQ  0(DX), BX
	MOVQ  8(DX), X0
	MOVHPS 16(DX), X0
	MOVQ  24(DX), X1
	MOVHPS 32(DX), X1
	MOVQ  $0x0101010101010101, AX
	MOVQ  AX, X5
	PSLLO $8, X5
	MOVQ  $0x8040201008040201, AX
	MOVQ  AX, X6
	PUNPCKLQDQ X6, X6
	KEPT(0)
	KEPT(1)
	KEPT(2)
	KEPT(3)
	KEPT(4)
	KEPT(5)
	KEPT(6)
	KEPT(7)
	KEPT(8)
	RET
