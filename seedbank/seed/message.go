package seed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Batch is a list of seeds on its way from one bank or machine to another.
type Batch struct {
	Rater int // version of the rating rules that rated all seeds, as in rating.Version
	Seeds []Seed
}

// A message is a batch as bytes. It is self-contained: the names of techniques
// and origins stand once at the front, and seeds refer to them by number.
//
//	"sdku", and a byte with the version of this form: 1
//	version of the rating rules
//	number of names, and for each its length and its bytes
//	number of seeds, and for each
//	    its puzzle, packed
//	    ER, EP, ED, a byte each; hardest technique; number of automorphisms
//	    key of its solution, 8 bytes, the highest first
//	    origin
//	    uses and rungs, packed, each after its length in bytes
//	CRC-32 (IEEE) of everything before, 4 bytes, the highest first
//
// Numbers are unsigned varints where no length is given; names are numbered from
// 0. The packed forms are described in packed.go. A seed with 23 rungs takes
// about 130 bytes.
const (
	messageMark    = "sdku"
	messageVersion = 1

	// leastSeed is the least number of bytes of a seed in a message, summed
	// part by part in their order. The least puzzle has 17 clues.
	leastSeed = (maskBytes + 9) + 3 + 1 + 1 + 8 + 1 + 1 + 1
)

// ErrMessage is wrapped by every error of [Unmarshal].
var ErrMessage = errors.New("not a batch of seeds")

// Marshal returns a batch as bytes. The same batch gives the same bytes. Every
// seed must pass [Seed.Check].
func Marshal(b *Batch) []byte {
	names := newNames()
	var seeds []byte
	for i := range b.Seeds {
		seeds = appendSeed(seeds, &b.Seeds[i], names)
	}
	out := append([]byte(messageMark), messageVersion)
	out = binary.AppendUvarint(out, uint64(b.Rater))
	out = binary.AppendUvarint(out, uint64(len(names.list)))
	for _, name := range names.list {
		out = appendBytes(out, []byte(name))
	}
	out = binary.AppendUvarint(out, uint64(len(b.Seeds)))
	out = append(out, seeds...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

func appendSeed(dst []byte, s *Seed, names *names) []byte {
	r := &s.Rating
	dst = appendGrid(dst, s.Puzzle.Clues())
	dst = append(dst, byte(r.ER), byte(r.EP), byte(r.ED))
	dst = binary.AppendUvarint(dst, names.technique(r.Hardest))
	dst = binary.AppendUvarint(dst, s.Automorphisms)
	dst = binary.BigEndian.AppendUint64(dst, uint64(s.Solution))
	dst = binary.AppendUvarint(dst, names.number(string(s.Origin)))
	dst = appendBytes(dst, PackUses(r, names.technique))
	return appendBytes(dst, PackRungs(s, names.technique))
}

// appendBytes appends the length of bytes, then the bytes.
func appendBytes(dst, bytes []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(bytes))), bytes...)
}

// names numbers the names of a message from 0, in the order of their first use.
type names struct {
	list    []string
	numbers map[string]uint64
}

func newNames() *names { return &names{numbers: map[string]uint64{}} }

func (n *names) number(name string) uint64 {
	number, ok := n.numbers[name]
	if !ok {
		number = uint64(len(n.list))
		n.list = append(n.list, name)
		n.numbers[name] = number
	}
	return number
}

func (n *names) technique(t rating.Technique) uint64 { return n.number(t.String()) }

// Unmarshal reads a batch, which need not be trusted. It proves that every seed
// is a puzzle with one solution and passes [Seed.Check]. It does not check
// whether puzzles are minimal and in canonical form, nor whether ratings, numbers
// of automorphisms and solution keys are right. The length of the message bounds
// the memory used. The error wraps [ErrMessage].
func Unmarshal(message []byte) (*Batch, error) {
	b, err := unmarshal(message)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	return b, nil
}

var errNames = errors.New("its names cannot be read")

func unmarshal(message []byte) (*Batch, error) {
	head, body := len(messageMark)+1, len(message)-crc32.Size
	if body < head || string(message[:len(messageMark)]) != messageMark {
		return nil, errors.New("its first bytes are wrong")
	}
	if version := message[head-1]; version != messageVersion {
		return nil, fmt.Errorf("it has form %d, and this version of the program reads form %d", version, messageVersion)
	}
	if binary.BigEndian.Uint32(message[body:]) != crc32.ChecksumIEEE(message[:body]) {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	in := messageReader{reader: reader{left: message[head:body]}}
	rater := in.uvarint()
	if rater > math.MaxInt32 {
		return nil, fmt.Errorf("there is no version %d of the rating rules", rater)
	}
	b := &Batch{Rater: int(rater)}
	if err := in.readNames(); err != nil {
		return nil, err
	}
	n := in.uvarint()
	if n > uint64(len(in.left)/leastSeed) {
		return nil, errCutShort
	}
	b.Seeds = make([]Seed, n)
	for i := range b.Seeds {
		if err := in.seed(&b.Seeds[i]); err != nil {
			return nil, fmt.Errorf("seed %d of %d: %w", i+1, n, err)
		}
	}
	if err := in.end(); err != nil {
		return nil, err
	}
	return b, nil
}

// messageReader reads the seeds of a message.
type messageReader struct {
	reader
	solver sudoku.Solver
	names  []string
}

func (in *messageReader) readNames() error {
	n := in.uvarint()
	if n > uint64(len(in.left)) {
		return errNames
	}
	for range n {
		in.names = append(in.names, string(in.bytes(in.uvarint())))
	}
	if in.short {
		return errNames
	}
	return nil
}

func (in *messageReader) name(number uint64) (string, error) {
	if number >= uint64(len(in.names)) {
		return "", errNames
	}
	return in.names[number], nil
}

func (in *messageReader) technique(number uint64) (rating.Technique, error) {
	name, err := in.name(number)
	if err != nil {
		return 0, err
	}
	t, err := rating.ParseTechnique(name)
	if err != nil {
		return 0, fmt.Errorf("technique %.*q is not known to this version of the program", bounds.Name, name)
	}
	return t, nil
}

func (in *messageReader) seed(s *Seed) error {
	clues, err := in.grid()
	if err != nil {
		return err
	}
	if s.Puzzle, err = in.solver.Prove(clues); err != nil {
		return fmt.Errorf("%v: %w", clues, err)
	}
	r := &s.Rating
	r.ER, r.EP, r.ED = rating.Tenths(in.byte()), rating.Tenths(in.byte()), rating.Tenths(in.byte())
	if r.Hardest, err = in.technique(in.uvarint()); err != nil {
		return err
	}
	s.Automorphisms = in.uvarint()
	s.Solution = Key(in.uint64())
	origin, err := in.name(in.uvarint())
	if err != nil {
		return err
	}
	s.Origin = Origin(origin)
	uses, rungs := in.bytes(in.uvarint()), in.bytes(in.uvarint())
	if in.short {
		return errCutShort
	}
	if err := UnpackUses(uses, r, in.technique); err != nil {
		return err
	}
	if err := UnpackRungs(rungs, s, in.technique); err != nil {
		return err
	}
	return s.Check()
}
