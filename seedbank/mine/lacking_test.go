package mine

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/work"
)

// targetsOf returns the targets of a round for a bank with some seeds of each kind.
func targetsOf(t *rapid.T, s *sharing) (targets []TargetProgress) {
	for range s.oneIn {
		targets = append(targets, TargetProgress{InBank: rapid.IntRange(0, 100_000).Draw(t, "seeds")})
	}
	return targets
}

// A round is the first for which a level lacks seeds. Each kind has its share in it, and
// the next round is for twice the size.
func TestRoundsFollowTheLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSharing()
		targets := targetsOf(t, s)
		s.advance(targets)
		size := s.size
		fewest := targets[s.levels[0]].InBank * s.oneIn[s.levels[0]]
		for _, i := range s.levels {
			fewest = min(fewest, targets[i].InBank*s.oneIn[i])
		}
		if size < firstRound || s.over(targets) || size > firstRound && fewest < size/2 {
			t.Fatalf("a round for %d seeds, and the rarest level is enough for %d", size, fewest)
		}
		for i := range targets {
			if want := max(1, size/s.oneIn[i]); targets[i].Seeds != want {
				t.Fatalf("target %d of %d seeds, want %d", i, targets[i].Seeds, want)
			}
		}
		s.advance(targets)
		if s.size != size {
			t.Fatalf("a round for %d seeds became one for %d", size, s.size)
		}
		for _, i := range s.levels {
			targets[i].InBank = max(targets[i].InBank, targets[i].Seeds)
		}
		if s.advance(targets); s.size < 2*size {
			t.Fatalf("after the round for %d came one for %d", size, s.size)
		}
	})
}

// All levels are among the targets, each once, and the shares leave room for all.
func TestShares(t *testing.T) {
	s, levels := newSharing(), 0.0
	for _, i := range s.levels {
		levels += 1 / float64(s.oneIn[i])
	}
	if len(s.levels) != 9 || levels > 1 {
		t.Errorf("%d levels together take %v of a bank", len(s.levels), levels)
	}
	targets, err := lackingTargets()
	if err != nil || len(targets) != len(s.oneIn) {
		t.Errorf("%d targets for %d shares, %v", len(targets), len(s.oneIn), err)
	}
}

// A run stores only what counts for a target, and so not much more of a common level than
// its share. It notes its paces for the next run.
func TestLackingKeepsProportions(t *testing.T) {
	bank := newBank(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done, err := Run(ctx, bank, Options{Strategy: Lacking{}, RandomSeed: 5, Workers: 2, UnitSize: 64, Ladders: work.NoLadders, Report: func(p Progress) {
		if p.Stored >= 550 {
			stop()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	mustAddUp(t, &done)
	if done.Round != firstRound || done.Size <= done.SizeBefore || done.Full != NotFull {
		t.Fatalf("round %d, size %d after %d, %q", done.Round, done.Size, done.SizeBefore, done.Full)
	}
	if done.InBank[7] > 3*firstRound/20 || done.Stored < 550 || done.Unwanted < 100 {
		t.Errorf("%d seeds of level 7, %d stored, %d unwanted", done.InBank[7], done.Stored, done.Unwanted)
	}
	next := openPlan(t, bank, Options{Strategy: Lacking{}}).Progress()
	if next.Growth < done.Size-done.SizeBefore {
		t.Errorf("a bank that grew from %d to %d bytes in a minute grows by %d in an hour", done.SizeBefore, done.Size, next.Growth)
	}
	for _, of := range next.Targets {
		if of.Name == "7 Very hard" && (of.Pace <= 0 || of.Pace > time.Minute) {
			t.Errorf("a seed of level 7 took %v", of.Pace)
		}
	}
}

// What a bank lacks does not go with what a user wants.
func TestLackingGoesAlone(t *testing.T) {
	for _, o := range []Options{
		{Count: 5}, {Targets: []Target{ofLevel(3, 5)}}, {Levels: ofLevel(3, 5).Kind.Levels}, {Room: Room{MaxSize: -1}},
	} {
		o.Strategy = Lacking{}
		if err := o.Check(); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// A run ends before its bank is larger than it may be, and says so. So does one that would
// leave too little on the disk.
func TestRoom(t *testing.T) {
	bank := newBank(t)
	size, err := bank.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	most := size + 3*leastStep
	done := run(t, bank, Options{RandomSeed: 3, Room: Room{MaxSize: most}})
	if size, err = bank.Size(t.Context()); err != nil {
		t.Fatal(err)
	}
	if done.Full != MaxSizeIsNear || done.Stored == 0 || size > most || done.Size > most {
		t.Errorf("%q: %d stored; %d bytes of at most %d", done.Full, done.Stored, size, most)
	}
	free, err := Free(bank.Path())
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	if err != nil || free <= 0 {
		t.Fatal(free, err)
	}
	if done := run(t, bank, Options{RandomSeed: 4, Room: Room{Reserve: 2 * free}}); done.Full != ReserveIsNear || done.Stored != 0 {
		t.Errorf("%q, %d stored", done.Full, done.Stored)
	}
}

// However long a disk takes, so that seeds wait, a bank stays within its limit.
func TestRoomOfASlowDisk(t *testing.T) {
	bank := newBank(t)
	size, err := bank.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	most := size + 3*leastStep
	p := openPlan(t, bank, Options{RandomSeed: 3, UnitSize: 256, Ladders: work.NoLadders, Room: Room{MaxSize: most}})
	p.isLocal = true
	stored := 0
	for w := new(work.Worker); err == nil; {
		u, failed := p.Next(t.Context())
		if failed != nil {
			t.Fatal(failed)
		}
		failed = w.Do(t.Context(), u, p.store.has, func(f work.Found) error {
			p.store.flushed = time.Now().Add(time.Hour) // no seed is stored because of the time
			if err == nil {
				err = p.take(&Delivery{Found: f, Unit: u})
			}
			return nil
		})
		if failed != nil {
			t.Fatal(failed)
		}
		stored = p.store.stored
	}
	if size, err = bank.Size(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored < 2*leastAtOnce || size > most || p.store.room.full != MaxSizeIsNear {
		t.Errorf("%d stored, %d bytes of at most %d, %q", stored, size, most, p.store.room.full)
	}
}

// However the pieces that a bank grows by come, it stays within its limit.
func TestRoomIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := room{Room: Room{MaxSize: rapid.Int64Range(1, 1e9).Draw(t, "most")}}
		size := rapid.Int64Range(1, r.MaxSize).Draw(t, "size")
		for r.full == NotFull {
			if err := r.note(size); err != nil {
				t.Fatal(err)
			}
			// What waits at the end is stored too, up to twice what the first step took.
			size += rapid.Int64Range(0, max(leastStep/3, 2*r.greatest)).Draw(t, "growth")
		}
		if size > r.MaxSize && r.begun+leastStep < r.MaxSize {
			t.Fatalf("%d bytes of at most %d", size, r.MaxSize)
		}
	})
}
