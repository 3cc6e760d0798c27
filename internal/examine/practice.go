package examine

import (
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Practice returns the task of a puzzle of a bank: the position right before its
// hardest step. It has the errors of [practice.Of].
func (x *Examiner) Practice(m seed.Isomorph) (practice.Task, error) {
	return practice.Of(&x.rater, m)
}
