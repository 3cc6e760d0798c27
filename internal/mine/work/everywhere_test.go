package work

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"reflect"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// unitsEverywhere are units of all kinds, with the SHA-256 of the seeds that they give on
// every processor: "make portable" runs this test on 32 bits and on arm64. A difference
// here is mended in the code, unless the rules of mining or of rating have changed.
var unitsEverywhere = map[string]struct {
	unit *Unit
	sum  string
}{
	"prune":          {&Unit{Kind: PruneUnit, RandomSeed: 7, First: 40, Count: 12}, "49e99fb90b25c4906b665cccdd2ba5a315930f42fbbda269fb8e609618ce2635"},
	"symmetric":      {&Unit{Kind: SymmetricUnit, RandomSeed: 7, Count: 6, Symmetry: transform.Diagonal.String()}, "19b6706d33e729522ea6f3fdc6e9d7147950fb76f8d4a19a3668989d874308e8"},
	"print":          {&Unit{Kind: SymmetricUnit, RandomSeed: 7, Count: 6, Symmetry: transform.Rotate180.String(), Clues: seedbank.Range[int]{Low: 28, High: 32}, Ladders: NoLadders}, "aae541b23923378b63091da3ee7c5c1e1587d073e535cad30aa97533b7e06fab"},
	"broad":          {&Unit{Kind: SymmetricUnit, RandomSeed: 7, Count: 6, Symmetry: transform.Rotate180.String(), Clues: seedbank.Range[int]{Low: 28, High: 32}}, "1e39481561ff45089be1ad3eccb3a43f74749d69a8d4eb99c9270316c03eb073"},
	"pattern":        {&Unit{Kind: PatternUnit, RandomSeed: 7, First: 16, Count: 1, Pattern: "ring", Levels: seedbank.Range[rating.Level]{Low: 1, High: 5}}, "6040ae94a5738a610fa0731cc3a2ccc952baeacb194b0eceb016d56520440ae5"},
	"symmetric walk": {&Unit{Kind: WalkUnit, RandomSeed: 7, First: 3, Toward: walk.TowardER, From: symmetricFrom, Least: 12, Symmetry: transform.Rotate180.String(), Ladders: NoLadders}, "489597fb6924985737847fc9f640508934ebcf9ebbcec468fd47e6cbf61db67a"},
	"symmetrize":     {&Unit{Kind: SymmetrizeUnit, Count: atOnce, Symmetry: transform.Mirror.String()}, "036c409bb88f0f63cc153e57ede022877e84b7b9d3587570ebe673e1b52faec5"},
	"symmetrize new": {&Unit{Kind: SymmetrizeUnit, Count: atOnce, Symmetry: transform.Mirror.String()}, "036c409bb88f0f63cc153e57ede022877e84b7b9d3587570ebe673e1b52faec5"},
	"ladders":        {&Unit{Kind: LadderUnit, Count: atOnce}, "50c7d09ff68caf883554812f8e34b806fa0193c1596ceab13117366783cf2100"},
	"unrated":        {&Unit{Kind: LadderUnit, Count: atOnce}, "50c7d09ff68caf883554812f8e34b806fa0193c1596ceab13117366783cf2100"},
	"rate":           {&Unit{Kind: RateUnit, Count: atOnce}, "50c7d09ff68caf883554812f8e34b806fa0193c1596ceab13117366783cf2100"},
	"import":         {&Unit{Kind: ImportUnit, Count: 3, Puzzles: []sudoku.Grid{seedtest.Must(sudoku.ParseGrid(symmetricFrom)), {}, seedtest.Must(sudoku.ParseGrid(walkFrom))}}, "d723cad4e694aed3b2e39904bb0a10ce74933ac0b40ca9df9710bd69b797eef4"},
	"to ER":          {walkUnit(walk.TowardER, walkFrom, 66), "c9985c27ce00c4e31eec45a4819b2fb35b5cab714fc81f57c7d046655adb73c8"},
	"to ED":          {walkUnit(walk.TowardED, walkFrom, 12), "22d692fbc818eb44a5219966b50310a00d4817e0bad512da87d104bd6a46f7f3"},
	"to depth":       {walkUnit(walk.TowardDepth, loki, 3), "bb808eaead381a4c950d758dda605d9873e9d470520d2ada2baa632f920abd4b"},
	"to depth soon":  {soon(walkUnit(walk.TowardDepth, loki, 3)), "931dd344d4a3d89b7f51f335f78737ae289624c32be5a776d158a287bc33a92a"},
	"to clues":       {walkUnit(walk.TowardClues, walkFrom, 24), "6f8fc04f9eb5cb30fcbf66a94d5163dad8e121305d77917ed985317e7bafc49e"},
}

// walkFrom is a seed to walk from, rated 7.1.
const walkFrom = "...........1..2..3.2.34..5...263.4..1...7.5.865.4....9..58..2....9.1.....3....1.."

// loki is mith's Loki, of depth 3.
const loki = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6.."

// symmetricFrom is a puzzle whose pattern is the same after a half turn.
const symmetricFrom = "7.3...9.2...1.9....9..3..8...48.37....86912....94.25...5..6..2....3.5...8.6...4.9"

func walkUnit(toward walk.Objective, from string, least int) *Unit {
	budgets := slices.Repeat([]int{300}, walk.NumMoves)
	if budgets[walk.NumMoves-1] = 0; toward == walk.TowardDepth { // the last move is for these walks only
		budgets[walk.NumMoves-1] = 3000
	}
	return &Unit{Kind: WalkUnit, RandomSeed: 7, First: 3, Toward: toward, From: from, Least: least, Budgets: budgets, Ladders: NoLadders}
}

// soon leaves the moves of a walk to depth that find one seed, since rating it takes a second.
func soon(u *Unit) *Unit {
	u.Budgets[walk.NumMoves-2], u.Budgets[walk.NumMoves-1] = 0, 300
	return u
}

var deepWalks = flag.Bool("deep-walks", false, "compare a walk to depth that rates four seeds, too, and take both such walks twice")

func TestUnitsAreTheSameEverywhere(t *testing.T) {
	var veteran Worker
	prune := unitsEverywhere["prune"].unit
	prune.Rater = rating.Version
	pruned := doUnit(t, prune)[0].Seeds
	for name, of := range unitsEverywhere {
		if name == "to depth" && !*deepWalks {
			continue
		}
		of.unit.Rater = rating.Version
		switch of.unit.Kind {
		case SymmetrizeUnit, LadderUnit:
			of.unit.Seeds = bare(t, pruned, name == "unrated" || name == "symmetrize new")
		case RateUnit:
			of.unit.Seeds = seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: spoiled(pruned)})
		}
		parts := doUnit(t, of.unit)
		made := 0
		for i := range parts {
			made += parts[i].Made
		}
		if n, known := of.unit.Size(); known && made != n {
			t.Errorf("%s: it looked at %d puzzles, and says %d", name, made, n)
		}
		if of.unit.Toward == walk.TowardDepth && !*deepWalks {
			// It is not done again.
		} else if again := doUnitWith(t, &veteran, of.unit); !reflect.DeepEqual(parts, again) { // a worker remembers nothing of the units before
			t.Errorf("%s: a worker that has done other units before finds something else", name)
		}
		found := seedsOf(parts)
		sum := sha256.Sum256(found)
		if got := hex.EncodeToString(sum[:]); got != of.sum {
			t.Errorf("%s: %d bytes of seeds with the SHA-256 %s, want %s", name, len(found), got, of.sum)
		}
	}
}

// spoiled returns seeds with false ratings.
func spoiled(seeds []seed.Seed) (list []seed.Seed) {
	for _, s := range seeds {
		s.Rating.ER += 3
		s.Rungs = slices.Clone(s.Rungs)
		for i := range s.Rungs {
			s.Rungs[i].ER++
		}
		list = append(list, s)
	}
	return list
}

// bare returns a message of seeds without their rungs, or without their ratings too.
func bare(t *testing.T, seeds []seed.Seed, unrated bool) []byte {
	t.Helper()
	batch := seed.Batch{Rater: rating.Version}
	for _, s := range seeds {
		if s.Rungs = nil; unrated {
			s.Rating = rating.Result{}
		}
		batch.Seeds = append(batch.Seeds, s)
	}
	return seed.Marshal(&batch)
}
