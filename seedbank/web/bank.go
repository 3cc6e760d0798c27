package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// bankNumbers has the numbers about a bank.
type bankNumbers struct {
	Total      countNumbers       `json:"total"`
	Levels     []levelNumbers     `json:"levels"`
	Techniques []techniqueNumbers `json:"techniques"`
	Symmetries []symmetryNumbers  `json:"symmetries"`
	Runs       []runNumbers       `json:"runs"`
	Records    recordNumbers      `json:"records"`
	Rater      int                `json:"rater"` // version of the rating rules
}

// recordNumbers are the records of a bank in short. A bank without seeds has none.
type recordNumbers struct {
	Hardest      *recordHolder `json:"hardest,omitempty"` // highest ER
	Fewest       *recordHolder `json:"fewest,omitempty"`  // fewest clues
	DiamondsFrom tenths        `json:"diamonds_from"`     // the ER from which diamonds are counted
	Diamonds     int           `json:"diamonds"`          // seeds with ED = ER
	Diamond      *recordHolder `json:"diamond,omitempty"` // the one with the highest ER
}

// recordHolder is a seed that holds a record.
type recordHolder struct {
	ID    string `json:"id"`
	Clues int    `json:"clues"`
	ER    tenths `json:"er"`
	EP    tenths `json:"ep"`
	ED    tenths `json:"ed"`
}

// countNumbers has the numbers of seeds, rungs and puzzles of a kind.
type countNumbers struct {
	Seeds   int           `json:"seeds"`
	Rungs   int           `json:"rungs"`
	Puzzles string        `json:"puzzles"` // can have 128 bits
	Clues   *span[int]    `json:"clues,omitempty"`
	ER      *span[tenths] `json:"er,omitempty"`
	ByClues []tallyClues  `json:"by_clues"`
	ByER    []tallyER     `json:"by_er"`
}

type span[T any] struct {
	Low  T `json:"low"`
	High T `json:"high"`
}

type tallyClues struct {
	Clues int `json:"clues"`
	Seeds int `json:"seeds"`
	Rungs int `json:"rungs"`
}

type tallyER struct {
	ER    tenths `json:"er"`
	Seeds int    `json:"seeds"`
	Rungs int    `json:"rungs"`
}

type levelNumbers struct {
	Level rating.Level `json:"level"`
	Name  string       `json:"name"`
	countNumbers
}

type techniqueNumbers struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	Least tenths  `json:"least"`          // the lowest rating of a step
	Most  *tenths `json:"most,omitempty"` // the highest, if there is one
	Seeds int     `json:"seeds"`          // seeds whose path uses it
	Uses  int     `json:"uses"`           // total number of its steps in these paths

	Practice int          `json:"practice"` // seeds that train it
	Levels   []levelShare `json:"levels"`   // those of its seeds
	Lesson   string       `json:"lesson"`   // two sentences about it
	Labels   []labelAbout `json:"labels"`   // of its steps
}

// labelAbout is a label, and what it is.
type labelAbout struct {
	Name   string `json:"name"`
	Lesson string `json:"lesson"`
}

// levelShare is how many of the seeds of a level, or of a sample of them, have something.
type levelShare struct {
	Level rating.Level `json:"level"`
	Seeds int          `json:"seeds"`
	Of    int          `json:"of"`
}

// runNumbers is a run of a miner or an import. It leaves out the command line,
// which can name files.
type runNumbers struct {
	Command string     `json:"command"`
	Started time.Time  `json:"started"`
	Ended   *time.Time `json:"ended,omitempty"`
	Made    int        `json:"made"`   // number of puzzles examined
	Stored  int        `json:"stored"` // number of new seeds among them
	Program string     `json:"program"`

	Contributor string `json:"contributor,omitempty"` // its contributor, if not the owner of the bank
}

// tenths is a rating that is written as a number.
type tenths rating.Tenths

func (t tenths) MarshalJSON() ([]byte, error) { return []byte(rating.Tenths(t).String()), nil }

// numbersOf counts the contents of a bank.
func numbersOf(ctx context.Context, bank *seedbank.Bank) (*bankNumbers, error) {
	all, err := bank.Select(ctx, seedbank.Filter{Rungs: true})
	if err != nil {
		return nil, err
	}
	counts, err := bank.Techniques(ctx)
	if err != nil {
		return nil, err
	}
	practice, err := bank.Practice(ctx)
	if err != nil {
		return nil, err
	}
	levels, err := bank.TechniqueLevels(ctx)
	if err != nil {
		return nil, err
	}
	symmetries, err := symmetriesOf(ctx, bank)
	if err != nil {
		return nil, err
	}
	runs, err := bank.Runs(ctx, bounds.Runs)
	if err != nil {
		return nil, err
	}
	highlights, err := records.ReadHighlights(ctx, bank)
	if err != nil {
		return nil, err
	}
	stats := all.Stats()
	numbers := &bankNumbers{Total: countOfKind(stats.Total), Records: recordsOf(highlights), Rater: rating.Version, Levels: []levelNumbers{}, Symmetries: symmetries, Runs: []runNumbers{}}
	for level := range rating.Levels() {
		if of := stats.ByLevel[level]; of != nil {
			numbers.Levels = append(numbers.Levels, levelNumbers{level, level.Name(), countOfKind(of)})
		}
	}
	for t := range rating.Techniques() {
		of := techniqueOf(t, counts)
		of.Practice, of.Levels, of.Labels = practice[t], sharesOf(levels[t], &stats), []labelAbout{}
		numbers.Techniques = append(numbers.Techniques, of)
	}
	for i := range runs {
		numbers.Runs = append(numbers.Runs, runOf(&runs[i]))
	}
	return numbers, nil
}

// sharesOf returns the shares of seeds of the levels that have any.
func sharesOf(seeds [rating.NumLevels + 1]int, stats *seedbank.Stats) []levelShare {
	shares := []levelShare{}
	for level := range rating.Levels() {
		if of := stats.ByLevel[level]; of != nil && seeds[level] > 0 {
			shares = append(shares, levelShare{level, seeds[level], of.Seeds})
		}
	}
	return shares
}

func recordsOf(h *records.Highlights) recordNumbers {
	return recordNumbers{
		Hardest: holderOf(&h.Hardest), Fewest: holderOf(&h.Fewest),
		DiamondsFrom: tenths(records.EarlyER), Diamonds: h.Early.Total().Diamonds, Diamond: holderOf(&h.Early.Diamond),
	}
}

// holderOf returns the holder of a record, or nil if there is none.
func holderOf(r *records.Record) *recordHolder {
	if !r.Held() {
		return nil
	}
	return &recordHolder{r.ID.String(), r.Clues, tenths(r.ER), tenths(r.EP), tenths(r.ED)}
}

func countOfKind(of *seedbank.Count) countNumbers {
	numbers := countNumbers{Seeds: of.Seeds, Rungs: of.Rungs, Puzzles: of.Puzzles.String(), ByClues: []tallyClues{}, ByER: []tallyER{}}
	if of.Sum() > 0 {
		numbers.Clues = &span[int]{of.Clues.Low, of.Clues.High}
		numbers.ER = &span[tenths]{tenths(of.ER.Low), tenths(of.ER.High)}
	}
	for _, clues := range slices.Sorted(maps.Keys(of.ByClues)) {
		numbers.ByClues = append(numbers.ByClues, tallyClues{clues, of.ByClues[clues].Seeds, of.ByClues[clues].Rungs})
	}
	for _, er := range slices.Sorted(maps.Keys(of.ByER)) {
		numbers.ByER = append(numbers.ByER, tallyER{tenths(er), of.ByER[er].Seeds, of.ByER[er].Rungs})
	}
	return numbers
}

func techniqueOf(t rating.Technique, counts []seedbank.TechniqueCount) techniqueNumbers {
	least, most := t.Range()
	title := strings.ReplaceAll(t.String(), "-", " ")
	numbers := techniqueNumbers{Name: t.String(), Title: strings.ToUpper(title[:1]) + title[1:], Least: tenths(least)}
	if most != rating.MaxTenths {
		numbers.Most = (*tenths)(&most)
	}
	for _, count := range counts {
		if count.Technique == t {
			numbers.Seeds, numbers.Uses = count.Seeds, count.Uses
		}
	}
	return numbers
}

func runOf(r *seedbank.RunRecord) runNumbers {
	command, _, _ := strings.Cut(r.Arguments, " ")
	numbers := runNumbers{Command: command, Started: r.Started, Made: r.Made, Stored: r.Stored, Program: r.Program, Contributor: r.Contributor}
	if !r.Ended.IsZero() {
		numbers.Ended = &r.Ended
	}
	return numbers
}

// bankNumbers returns the numbers about the bank. It counts again only if the bank has changed,
// because it takes about a second for each million seeds.
func (s *Server) bankNumbers(ctx context.Context) (*bankNumbers, error) {
	return made(s.selections.edition().numbers, "", func() (*bankNumbers, error) {
		return numbersOf(context.WithoutCancel(ctx), s.bank) // others may wait for the same
	})
}

// numbered returns a handler that answers with numbers about the bank.
func numbered(part func(*bankNumbers) any) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		numbers, err := s.bankNumbers(r.Context())
		if err != nil {
			return err
		}
		return sendJSON(w, part(numbers))
	}
}

func (s *Server) getTechniques(w http.ResponseWriter, r *request) error {
	numbers, err := s.bankNumbers(r.Context())
	if err != nil {
		return err
	}
	list := slices.Clone(numbers.Techniques)
	for t := range list {
		list[t].Lesson = catalogue.Lesson(r.language, list[t].Name)
		list[t].Labels = labelsAbout(rating.Technique(t), r.language)
		if r.language != catalogue.English { // where the title is the name in flags
			list[t].Title = rating.Technique(t).NameIn(r.language)
		}
	}
	r.tell(w)
	return sendJSON(w, list)
}

// labelsAbout returns the labels of a technique, with what they are.
func labelsAbout(t rating.Technique, language string) []labelAbout {
	list := []labelAbout{}
	for _, l := range rating.LabelsOf(t) {
		list = append(list, labelAbout{l.String(), catalogue.Lesson(language, l.String())})
	}
	return list
}

// levelRange is a level with its range of ER.
type levelRange struct {
	Level rating.Level `json:"level"`
	Name  string       `json:"name"`
	ER    openSpan     `json:"er"`
}

// openSpan is a range that may have no end.
type openSpan struct {
	Low  tenths  `json:"low"`
	High *tenths `json:"high,omitempty"`
}

func (s *Server) getLevels(w http.ResponseWriter, r *request) error {
	var list []levelRange
	for level := range rating.Levels() {
		low, high := level.Range()
		of := levelRange{level, level.NameIn(r.language), openSpan{Low: tenths(low)}}
		if high != rating.MaxTenths {
			of.ER.High = (*tenths)(&high)
		}
		list = append(list, of)
	}
	r.tell(w)
	return sendJSON(w, list)
}

// formatAbout is a format with its options.
type formatAbout struct {
	Name      string        `json:"name"`
	About     string        `json:"about"`
	Extension string        `json:"extension"`
	Type      string        `json:"type"`   // media type
	Single    bool          `json:"single"` // a file holds one puzzle
	Booklet   bool          `json:"booklet"`
	Most      uint64        `json:"most"` // puzzles in one answer
	Options   []optionAbout `json:"options"`
}

type optionAbout struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // switch, number, text or date
	About   string   `json:"about"`
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default,omitempty"`
}

var kindNamesOfOptions = map[pack.Kind]string{pack.Switch: "switch", pack.Number: "number", pack.Text: "text", pack.Date: "date"}

func (s *Server) getFormats(w http.ResponseWriter, r *request) error {
	var list []formatAbout
	for f := range served {
		o := output{name: f.Name, format: *f}
		about := formatAbout{f.Name, f.Summary, f.Extension, mediaType(f.Name), f.Single, f.Booklet, o.most(), []optionAbout{}}
		for _, option := range f.Options {
			if option.Kind == pack.File {
				continue
			}
			about.Options = append(about.Options, optionAbout{option.Name, kindNamesOfOptions[option.Kind], option.Help, option.Choices, option.Default})
		}
		list = append(list, about)
	}
	return sendJSON(w, list)
}

// getHealth reports whether the bank can be read, by drawing a puzzle. A bank
// without puzzles is healthy.
func (s *Server) getHealth(w http.ResponseWriter, r *request) error {
	some := draw.Request{N: 1, RandomSeed: draw.RandomSeed()}
	for _, err := range some.Draw(r.Context(), s.selections) {
		if err != nil && !errors.Is(err, seedbank.ErrNoMatch) {
			return err
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	return sendJSON(w, map[string]string{"status": "ok"})
}
