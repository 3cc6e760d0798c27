package mine

import "errors"

// Full says that a run ended because there is no more room for its bank.
type Full string

// What leaves no room. A run that ends otherwise is [NotFull].
const (
	NotFull       Full = ""
	MaxSizeIsNear Full = "size" // the next seeds could make the bank larger than MaxSize
	ReserveIsNear Full = "disk" // they could leave less than Reserve free on the disk
)

// Room is what a run may fill. The zero Room has no limits.
type Room struct {
	MaxSize int64 // of the bank, in bytes; 0: no limit
	Reserve int64 // bytes to leave free on the disk of the bank; 0: none
}

// Room is kept for leastStep bytes, or for some times what the largest step before took: seeds
// are stored twice before a run has ended, each time up to twice as many as before. A run on
// its own stores at least leastAtOnce. A hub stores what has come in.
const (
	leastStep   = 64 << 10
	steps       = 6
	leastAtOnce = 16
)

// room watches the size of a bank. Seeds that wait when a run is told to end are stored, so
// it tells while there is room for them.
type room struct {
	Room
	free        func() (int64, error) // of the disk
	begun, size int64                 // of the bank
	greatest    int64                 // by which the bank grew at once
	most        int                   // number of seeds stored at once
	full        Full
}

// isDue reports whether n seeds have to be stored before there are more of them, so that the
// bank grows by small steps at first.
func (r *room) isDue(n int) bool {
	return r.Room != Room{} && n >= max(leastAtOnce, 2*r.most)
}

// note notes the size of the bank.
func (r *room) note(size int64) error {
	if r.size == 0 {
		r.begun = size
	} else {
		r.greatest = max(r.greatest, size-r.size)
	}
	r.size = size
	step := max(leastStep, steps*r.greatest)
	if r.MaxSize > 0 && size+step > r.MaxSize {
		r.full = MaxSizeIsNear
	}
	if r.Reserve == 0 {
		return nil
	}
	free, err := r.free()
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	if free-step < r.Reserve {
		r.full = ReserveIsNear
	}
	return nil
}
