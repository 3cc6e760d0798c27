package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// apiPrefix is the prefix of the paths of this version of the API.
const apiPrefix = "/api/v1"

// handler answers a request. It returns an error only if it has written nothing.
type handler func(*Server, http.ResponseWriter, *request) error

// request is a request whose query has only known parameters.
type request struct {
	*http.Request
	query    url.Values
	language string     // of explanations and errors
	notIn    []seed.Key // solution grids of puzzles that were given away; nil: none are named
}

// route is an address of the API.
type route struct {
	method, path string
	summary      string
	query        []string // names of its parameters
	body         string   // name of the description of its body, or empty
	answers      string   // name of the description of its answers
	handle       handler
}

// routes are all routes.
var routes = [...]route{
	{"GET", apiPrefix + "/puzzles", "Draws puzzles.", slices.Concat(kindNames, orderNames, formatName, optionNames), "", "puzzles", (*Server).getPuzzles},
	{"GET", apiPrefix + "/puzzles/{id}", "Gives the puzzle with an ID, which never changes.", optionNames, "", "puzzle", (*Server).getPuzzle},
	{"GET", apiPrefix + "/series/{key}", "Continues a series: no puzzle comes twice, whichever server answers.", slices.Concat([]string{"after", "n", "digest"}, formatName, optionNames), "", "puzzles", (*Server).getSeries},
	{"GET", apiPrefix + "/daily", "Gives the puzzle of a day, the same for everybody.", slices.Concat([]string{"date"}, kindNames, formatName, optionNames), "", "puzzle", (*Server).getDaily},
	{"GET", apiPrefix + "/packs", "Draws puzzles as a file to download.", slices.Concat(kindNames, orderNames, formatName, optionNames), "", "file", (*Server).getPack},
	{"POST", apiPrefix + "/puzzles", "Draws puzzles that are not on the solution grids of those in the body.", slices.Concat(kindNames, orderNames, formatName, optionNames), "given", "puzzles", besides((*Server).getPuzzles)},
	{"POST", apiPrefix + "/packs", "Draws such puzzles as a file to download.", slices.Concat(kindNames, orderNames, formatName, optionNames), "given", "file", besides((*Server).getPack)},
	{"GET", apiPrefix + "/practice", "Draws puzzles to practise a technique, each with the position right before its step.", slices.Concat(kindNames, orderNames, practiceNames), "", "practice", (*Server).getPractice},
	{"POST", apiPrefix + "/practice", "Draws such puzzles that are not on the solution grids of those in the body.", slices.Concat(kindNames, orderNames, practiceNames), "given", "practice", besides((*Server).getPractice)},
	{"GET", apiPrefix + "/sequences", "Draws puzzles of different seeds whose hard steps are of given techniques, in this order.", slices.Concat([]string{"sequence", "above"}, kindNames, []string{"n", "seed"}), "", "sequences", (*Server).getSequences},
	{"POST", apiPrefix + "/books/plan", "Chooses the puzzles of a book by the wishes in the body, and gives its manifest.", inLanguage, "wishes", "manifest", reading((*Server).planBook)},
	{"POST", apiPrefix + "/books", "Makes the book of a manifest.", inLanguage, "manifest", "book", reading((*Server).makeBook)},
	{"GET", apiPrefix + "/count", "Counts the puzzles of a kind.", kindNames, "", "count", (*Server).getCount},

	{"POST", apiPrefix + "/rate", "Rates puzzles.", []string{"effort", "pace", langName}, "puzzles", "rated", question("rate")},
	{"POST", apiPrefix + "/solve", "Solves puzzles, and tells whether they have more than one solution.", inLanguage, "puzzles", "solved", question("solve")},
	{"POST", apiPrefix + "/check", "Tells whether puzzles are proper, minimal, and in the bank.", inLanguage, "puzzles", "checked", question("check")},
	{"POST", apiPrefix + "/canon", "Gives the canonical forms of puzzles.", inLanguage, "puzzles", "canonical", question("canon")},
	{"POST", apiPrefix + "/compare", "Tells which puzzles are copies of others in the body, or of seeds of the bank, in disguise.", inLanguage, "puzzles", "compared", reading((*Server).compare)},
	{"POST", apiPrefix + "/hint", "Explains the next step from a position, or the first step of puzzles.", inLanguage, "position", "hint", question("hint")},
	{"POST", apiPrefix + "/steps", "Explains the steps that there are from a position, the easiest first. Of chains, only the easiest are listed.", inLanguage, "position", "hint", question("steps")},
	{"POST", apiPrefix + "/way", "Explains the way to the solution, from a position or from the start of puzzles.", inLanguage, "position", "way", question("way")},

	{"GET", apiPrefix + "/bank", "Counts what the bank holds.", nil, "", "bank", numbered(func(n *bankNumbers) any { return n })},
	{"GET", apiPrefix + "/techniques", "Lists the techniques, with the number of seeds that use each.", inLanguage, "", "techniques", (*Server).getTechniques},
	{"GET", apiPrefix + "/labels", "Lists the labels of steps, with their numbers in a sample of the positions to practise.", inLanguage, "", "labels", (*Server).getLabels},
	{"GET", apiPrefix + "/symmetries", "Lists the kinds of symmetry, with the number of puzzles of each level.", nil, "", "symmetries", numbered(func(n *bankNumbers) any { return n.Symmetries })},
	{"GET", apiPrefix + "/levels", "Lists the levels.", inLanguage, "", "levels", (*Server).getLevels},
	{"GET", apiPrefix + "/formats", "Lists the formats, with their options.", nil, "", "formats", (*Server).getFormats},

	{"GET", "/healthz", "Tells whether the server can read its bank.", nil, "", "health", (*Server).getHealth},
	{"GET", "/openapi.json", "Describes the API.", nil, "", "description", (*Server).getDescription},
}

var (
	formatName = []string{"format"}
	inLanguage = []string{langName}

	practiceNames = []string{labelName, "format", langName}
)

// routed returns the handler that dispatches requests to routes.
func (s *Server) routed() http.Handler {
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for i := range routes {
		rt := &routes[i]
		methods[rt.path] = append(methods[rt.path], rt.method)
		mux.HandleFunc(rt.method+" "+rt.path, func(w http.ResponseWriter, r *http.Request) {
			if err := s.handle(rt, w, r); err != nil {
				s.fail(w, r, err)
			}
		})
	}
	for path, list := range methods {
		allowed := strings.Replace(strings.Join(list, ", "), "GET", "GET, HEAD", 1)
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", allowed)
			s.fail(w, r, &statusError{http.StatusMethodNotAllowed, "", errors.New("this address takes " + allowed)})
		})
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errNoRoute) })
	mux.Handle("/", s.pageHandler())
	return mux
}

// handle answers a request with the handler of its route.
func (s *Server) handle(rt *route, w http.ResponseWriter, r *http.Request) error {
	r = r.WithContext(context.WithValue(r.Context(), clientKey{}, s.clientOf(r)))
	if err := s.admit(r); err != nil {
		return err
	}
	defer s.underWay.leave(r)
	query, err := parseQuery(r, rt.query)
	if err != nil {
		return err
	}
	checked := &request{Request: r, query: query, language: languageOf(r)}
	if err := checkLanguage(checked); err != nil {
		return err
	}
	return rt.handle(s, w, checked)
}
