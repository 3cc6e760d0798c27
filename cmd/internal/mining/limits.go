package mining

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// Span is how long a run may last.
type Span struct {
	Length time.Duration // 0: without end
	until  time.Time     // the end by --until, or zero
}

// SpanOf returns how long a run may last, by --for or --until.
func SpanOf(c *cli.Context, now time.Time) (s Span, err error) {
	switch {
	case c.IsSet("for") && c.IsSet("until"):
		return s, cli.Errorf(c, "--for and --until exclude each other")
	case c.IsSet("for"):
		if s.Length, err = phrase.ParseSpan(c.String("for")); err != nil {
			return s, cli.Wrong(c, "for", err)
		}
	case c.IsSet("until"):
		if s.until, err = phrase.ParseClock(c.String("until"), now); err != nil {
			return s, cli.Wrong(c, "until", err)
		}
		s.Length = s.until.Sub(now)
	}
	return s, nil
}

// Begin returns a context of a run that begins now. It ends when ctx does, and when the span is over.
// The function releases it.
func (s Span) Begin(ctx context.Context) (context.Context, context.CancelFunc) {
	switch {
	case !s.until.IsZero():
		return context.WithDeadline(ctx, s.until)
	case s.Length > 0:
		return context.WithTimeout(ctx, s.Length)
	}
	return context.WithCancel(ctx)
}

// room reads --max-size and --reserve.
func room(c *cli.Context) (room mine.Room, err error) {
	for _, size := range []struct {
		flag string
		to   *int64
	}{{"max-size", &room.MaxSize}, {"reserve", &room.Reserve}} {
		if !c.IsSet(size.flag) {
			continue
		}
		if *size.to, err = phrase.ParseSize(c.String(size.flag)); err != nil {
			return room, cli.Wrong(c, size.flag, err)
		}
	}
	if c.IsSet("max-size") && room.MaxSize == 0 {
		return room, cli.Errorf(c, "--max-size %s: no bank is so small", c.String("max-size"))
	}
	return room, nil
}

// SetReserve leaves a tenth of the free space on the disk of a bank free, unless --reserve
// says otherwise.
func SetReserve(c *cli.Context, options *mine.Options, bank string) error {
	if c.IsSet("reserve") {
		return nil
	}
	free, err := mine.Free(bank)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	options.Room.Reserve = free / 10
	return err
}

// fullText says why a run ended for want of room, or nothing.
func fullText(p *mine.Progress) string {
	switch p.Full {
	case mine.MaxSizeIsNear:
		return fmt.Sprintf("The bank has %s: more seeds could exceed --max-size, so the run has ended.\n", phrase.Size(p.Size))
	case mine.ReserveIsNear:
		return "The disk has little more free than --reserve, so the run has ended.\n"
	}
	return ""
}

// sizeText says how large the bank is, and how large it will be at the end of a run at the
// pace so far. It is empty if the size is not known.
func (v View) sizeText(p *mine.Progress, elapsed time.Duration) string {
	if p.Size == 0 {
		return ""
	}
	text := "bank " + phrase.Size(p.Size)
	if v.Limit > elapsed && elapsed > 0 {
		end := float64(p.Size) + float64(p.Size-p.SizeBefore)*float64(v.Limit-elapsed)/float64(elapsed)
		if v.MaxSize > 0 && end > float64(v.MaxSize) {
			return text + ", " + phrase.Size(v.MaxSize) + " before the end"
		}
		text += ", " + phrase.Size(int64(end)) + " at the end"
	}
	return text
}

// mostAims is the number of kinds that the plan of a run names.
const mostAims = 12

// PlanText says what a run of [mine.Lacking] will aim at: what the bank lacks, how long each
// kind takes by the pace of an earlier run, and how large the bank will be. limit is when
// the run ends, or 0. It is empty for other runs.
func PlanText(p *mine.Progress, limit time.Duration) string {
	if p.Round == 0 {
		return ""
	}
	text := fmt.Sprintf("It aims at what the bank lacks for %s in proportion:\n", phrase.Count(p.Round, "seed"))
	kinds, missing := 0, 0
	for i := range p.Targets {
		t := &p.Targets[i]
		if t.Missing() == 0 {
			continue
		}
		missing += t.Missing()
		if kinds++; kinds > mostAims {
			continue
		}
		text += "  " + t.Name + " " + countText(t)
		if t.Pace > 0 {
			text += ", about " + console.Spoken(t.Pace*time.Duration(t.Missing()))
		}
		text += "\n"
	}
	if kinds > mostAims {
		text += fmt.Sprintf("  and %d kinds more\n", kinds-mostAims)
	}
	return text + forecast(p, missing, limit)
}

// forecast says how large the bank will be when it has what is missing for the round, and at
// the end of the run.
func forecast(p *mine.Progress, missing int, limit time.Duration) (text string) {
	if seeds := p.InBank.Sum(); seeds > 0 {
		text = fmt.Sprintf("The bank has %s, and with all of these at most %s.", phrase.Size(p.Size), phrase.Size(int64(float64(p.Size)*float64(seeds+missing)/float64(seeds))))
	}
	if p.Growth > 0 && limit > 0 {
		text += fmt.Sprintf(" At the pace of the last such run it will have %s at the end.", phrase.Size(p.Size+int64(float64(p.Growth)*limit.Hours())))
	}
	if text == "" {
		return ""
	}
	return text + " When every level has its share, a round for twice as many seeds begins.\n"
}
