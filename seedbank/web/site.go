package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A site is the page as files, for any static host. Its bank is lists of puzzles that were
// drawn, each in files of perFile puzzles, sorted by ID.
const (
	perFile      = 250
	tasksEach    = 6  // positions of a lesson, with its example
	sheetEach    = 5  // positions of the sheet of a lesson
	bookEach     = 40 // puzzles of a book of a level
	easyList     = "e"
	mostEasy     = rating.Level(3) // levels with a list of puzzles that have many clues
	firstOfLists = 1               // random seed
)

// File is a file of a site.
type File struct {
	Name string // with slashes
	Body []byte
}

// SiteOptions are the options of a site.
type SiteOptions struct {
	Puzzles uint64   // of each level, as far as the bank has seeds for them
	Lessons []string // names of techniques and labels that have lessons; nil: all
}

// Site returns the files of a site. Each puzzle of a level comes from a seed of its own. The
// same bank and options give the same files.
func Site(ctx context.Context, bank *seedbank.Bank, options SiteOptions) ([]File, error) {
	known := append(rating.TechniqueNames(), rating.LabelNames()...)
	for _, name := range options.Lessons {
		if !slices.Contains(known, name) {
			return nil, &phrase.UnknownError{Kind: "lesson", Given: name, Known: known}
		}
	}
	s := &siteBuilder{options: options, server: New(bank, Options{Workers: runtime.GOMAXPROCS(0)}), index: siteIndex{map[string][]string{}, map[string]int{}}}
	for level := range rating.Levels() {
		request := draw.Request{Levels: seedbank.Only(level), N: options.Puzzles, Distinct: true, RandomSeed: firstOfLists}
		if err := s.addList(ctx, fmt.Sprint(level), request); err != nil {
			return nil, err
		}
		if level > mostEasy {
			continue
		}
		request.Style, request.Clues = draw.Print, seedbank.Range[int]{Low: 30, High: 45} // as the page asks for them
		if err := s.addList(ctx, fmt.Sprint(level)+easyList, request); err != nil {
			return nil, err
		}
	}
	if err := s.addAnswers(ctx); err != nil {
		return nil, err
	}
	index, err := json.Marshal(s.index)
	if err != nil {
		return nil, err
	}
	s.add("index.json", index)
	return append(s.page(), s.files...), nil
}

// siteBuilder collects the files of the bank of a site.
type siteBuilder struct {
	options SiteOptions
	server  *Server
	index   siteIndex
	files   []File
}

// siteIndex has the first ID of each file of each list, and the size of each list.
type siteIndex struct {
	Lists   map[string][]string `json:"lists"`
	Puzzles map[string]int      `json:"puzzles"` // of each list
}

func (s *siteBuilder) add(name string, body []byte) { s.files = append(s.files, File{name, body}) }

// addList adds the puzzles of a request, or as many as there are.
func (s *siteBuilder) addList(ctx context.Context, name string, request draw.Request) error {
	lines, err := s.draw(ctx, request)
	if few, ok := errors.AsType[*draw.TooFewError](err); ok && few.There.Hi == 0 && few.There.Lo < request.N {
		request.N = few.There.Lo
		lines, err = s.draw(ctx, request)
	}
	if errors.Is(err, seedbank.ErrNoMatch) || request.N == 0 {
		return nil // the page offers what there is
	}
	if err != nil {
		return fmt.Errorf("puzzles of list %s: %w", name, err)
	}
	slices.Sort(lines)
	s.index.Puzzles[name] = len(lines)
	for part := range slices.Chunk(lines, perFile) {
		id, _, _ := strings.Cut(part[0], " ")
		s.add(fmt.Sprintf("%s-%d.txt", name, len(s.index.Lists[name])), []byte(strings.Join(part, "\n")+"\n"))
		s.index.Lists[name] = append(s.index.Lists[name], id)
	}
	return nil
}

// draw returns a line for each puzzle of a request.
func (s *siteBuilder) draw(ctx context.Context, request draw.Request) (lines []string, err error) {
	for puzzle, err := range request.Draw(ctx, s.server.selections) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, siteLine(puzzle))
	}
	return lines, nil
}

// siteLine returns a puzzle as the scripts of a site read it: its ID, its clues with letters
// for runs of empty cells, the digits of the empty cells, ER and the hardest technique.
func siteLine(m seed.Isomorph) string {
	clues, solution := m.AppendLine(nil, '.'), m.AppendSolution(nil)
	var short, rest []byte
	for c, d := range clues {
		last := len(short) - 1
		switch {
		case d != '.':
			short = append(short, d)
			continue
		case last >= 0 && short[last] >= 'a' && short[last] < 'z' && clues[c-1] == '.':
			short[last]++
		default:
			short = append(short, 'a')
		}
		rest = append(rest, solution[c])
	}
	r := m.Rating()
	return fmt.Sprintf("%v %s %s %v %v", m.ID(), short, rest, r.ER, r.Hardest)
}

// addAnswers adds answers of the API: what techniques there are, and positions of each, in all
// languages.
func (s *siteBuilder) addAnswers(ctx context.Context) error {
	for _, name := range []string{"bank", "labels", "levels"} {
		if err := s.addAnswer(ctx, name, name, catalogue.English); err != nil {
			return err
		}
	}
	if err := s.addBooks(ctx); err != nil {
		return err
	}
	for _, language := range catalogue.Codes() {
		if err := s.addAnswer(ctx, "techniques-"+language, "techniques", language); err != nil {
			return err
		}
	}
	return s.addLessons(ctx)
}

// addLessons adds the positions of the first lesson of each technique and label that the bank
// has positions for.
func (s *siteBuilder) addLessons(ctx context.Context) error {
	counts, err := s.server.bank.Practice(ctx)
	if err != nil {
		return err
	}
	var lessons []lesson
	for t := range rating.Techniques() {
		if counts[t] == 0 {
			continue
		}
		request := draw.Request{Practice: []rating.Technique{t}, N: tasksEach, RandomSeed: firstOfLists, Distinct: true}
		lessons = append(lessons, lesson{Request: request})
		for _, label := range rating.LabelsOf(t) {
			lessons = append(lessons, lesson{Request: request, label: label, labelled: true})
		}
	}
	if s.options.Lessons != nil {
		lessons = slices.DeleteFunc(lessons, func(l lesson) bool { return !slices.Contains(s.options.Lessons, l.name()) })
	}
	answers := make([]*practiced, len(lessons))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.server.options.Workers)
	for i := range lessons {
		group.Go(func() (err error) {
			answers[i], err = s.server.practise(ctx, &lessons[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, answer := range answers {
		for _, language := range catalogue.Codes() {
			for k := range answer.Tasks {
				answer.Tasks[k].Language = language
			}
			body, err := json.Marshal(answer)
			if err != nil {
				return err
			}
			s.add("practice/"+lessons[i].name()+"-"+language+".json", body)
			lessons[i].language = language
			if err := s.addSheet(&lessons[i], answer.Tasks); err != nil {
				return err
			}
		}
	}
	return nil
}

// addSheet adds the positions of a lesson as a sheet with answers, in the language of the lesson.
func (s *siteBuilder) addSheet(l *lesson, tasks []practice.Task) error {
	format, err := practice.FormatNamed("pdf")
	if err != nil || len(tasks) == 0 {
		return err
	}
	file, err := l.file(format, tasks[:min(len(tasks), sheetEach)])
	s.add("practice/"+l.name()+"-"+l.language+".pdf", file)
	return err
}

// addBooks adds a book of each level in each language, to print. The puzzles of a level and
// their order, for which they are measured, are the same in all of them.
func (s *siteBuilder) addBooks(ctx context.Context) error {
	for level := range rating.Levels() {
		puzzles := min(bookEach, s.index.Puzzles[fmt.Sprint(level)])
		if puzzles == 0 {
			continue
		}
		wishes := fmt.Sprintf(`{"request":{"level":"%d","seed":%d},"n":%d,"format":"pdf","options":{"per-page":4,"no-contents":true,"no-parts":true,"show":"level"}}`, level, firstOfLists, puzzles)
		planned, err := s.ask(ctx, http.MethodPost, "books/plan", wishes, catalogue.English)
		if err != nil {
			return err
		}
		plan, err := export.ReadManifest(bytes.NewReader(planned))
		if err != nil {
			return err
		}
		for _, language := range catalogue.Codes() {
			inLanguage := *plan
			inLanguage.Options = append(slices.Clip(plan.Options), pack.Setting{Name: "lang", Text: language})
			var text bytes.Buffer
			if err := inLanguage.Encode(&text); err != nil {
				return err
			}
			book, err := s.ask(ctx, http.MethodPost, "books", text.String(), language)
			if err != nil {
				return err
			}
			s.add(fmt.Sprintf("print/%d-%s.pdf", level, language), book)
		}
	}
	return nil
}

// addAnswer adds the answer of the API to a request as a file.
func (s *siteBuilder) addAnswer(ctx context.Context, name, address, language string) error {
	body, err := s.ask(ctx, http.MethodGet, address, "", language)
	if err == nil {
		s.add(name+".json", body)
	}
	return err
}

// ask returns the answer of the API to a request.
func (s *siteBuilder) ask(ctx context.Context, method, address, body, language string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://localhost"+apiPrefix+"/"+address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if method == http.MethodGet {
		r.Header.Set("Accept", jsonType)
	}
	r.Header.Set("Accept-Language", language)
	w := &keptAnswer{header: http.Header{}, status: http.StatusOK}
	s.server.ServeHTTP(w, r)
	if w.status != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d: %s", address, w.status, w.body.Bytes())
	}
	return w.body.Bytes(), ctx.Err()
}

// keptAnswer keeps an answer in memory.
type keptAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *keptAnswer) Header() http.Header            { return w.header }
func (w *keptAnswer) WriteHeader(status int)         { w.status = status }
func (w *keptAnswer) Write(text []byte) (int, error) { return w.body.Write(text) }

// page returns the files of the page. It names the files of the bank by their sum.
func (s *siteBuilder) page() (files []File) {
	sum := sha256.New()
	for _, f := range s.files {
		fmt.Fprintf(sum, "%s %d\n%s", f.Name, len(f.Body), f.Body)
	}
	name := hex.EncodeToString(sum.Sum(nil)[:5])
	for i := range s.files {
		s.files[i].Name = path.Join("bank", name, s.files[i].Name)
	}
	var shown []view
	for _, v := range views {
		if !v.served {
			shown = append(shown, v)
		}
	}
	b := newPageBuilder(place{ending: ".html", own: "site", bank: name}, shown)
	b.build()
	for at, a := range b.answers {
		if at == "./" {
			at = "index.html"
		}
		files = append(files, File{at, a.body})
	}
	files = append(files, File{"404.html", b.render(&missing).body}, File{b.enginePath(), b.engine.plain().body})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}
