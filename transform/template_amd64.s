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
