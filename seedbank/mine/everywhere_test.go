package mine

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// unitsEverywhere are units of all kinds, with the SHA-256 of the seeds that they give on
// every processor: "make portable" runs this test on 32 bits and on arm64. A difference
// here is mended in the code, unless the rules of mining or of rating have changed.
var unitsEverywhere = map[string]struct {
	unit *Unit
	sum  string
}{
	"prune":     {&Unit{Kind: PruneUnit, RandomSeed: 7, First: 40, Count: 12}, "49e99fb90b25c4906b665cccdd2ba5a315930f42fbbda269fb8e609618ce2635"},
	"symmetric": {&Unit{Kind: SymmetricUnit, RandomSeed: 7, Count: 6, Symmetry: transform.Diagonal.String()}, "19b6706d33e729522ea6f3fdc6e9d7147950fb76f8d4a19a3668989d874308e8"},
	"to ER":     {walkUnit(seedbank.TowardER, walkFrom, 66), "061a6c8f46e6b9c44ffcbb0601c2a2fba448674f087bd54c38b2f29bc18e4187"},
	"to ED":     {walkUnit(seedbank.TowardED, walkFrom, 12), "636050a4f775ec8f953a56b9801e5ff6fbac960476b33ae5108d0786d45c88bf"},
	"to clues":  {walkUnit(seedbank.TowardClues, walkFrom, 24), "43ebb1c6dcb990e0d976e291e36e0d39f749772102d0ae3fd537490a47bc2d57"},
}

// walkFrom is a seed to walk from, rated 7.1.
const walkFrom = "...........1..2..3.2.34..5...263.4..1...7.5.865.4....9..58..2....9.1.....3....1.."

func walkUnit(toward seedbank.Objective, from string, least int) *Unit {
	return &Unit{Kind: WalkUnit, RandomSeed: 7, First: 3, Toward: toward, From: from, Least: least, Budgets: slices.Repeat([]int{300}, numMoves), Ladders: NoLadders}
}

func TestUnitsAreTheSameEverywhere(t *testing.T) {
	for name, of := range unitsEverywhere {
		of.unit.Rater = rating.Version
		found := seedsOf(doUnit(t, of.unit))
		sum := sha256.Sum256(found)
		if got := hex.EncodeToString(sum[:]); got != of.sum {
			t.Errorf("%s: %d bytes of seeds with the SHA-256 %s, want %s", name, len(found), got, of.sum)
		}
	}
}
