package web

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// Update makes tests write what they compare with.
var Update = flag.Bool("update", false, "write anew what is described or shown")

// The description of the API is what the tables of routes, fields and formats say. Each of its
// examples is answered as it says.
func TestDescription(t *testing.T) {
	schemas, err := os.ReadFile(filepath.Join("testdata", "schemas.json"))
	if err != nil {
		t.Fatal(err)
	}
	api := describe(schemas)
	exampled(t, api["paths"].(schema))
	line, err := jsonText(api)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, line, "", " "); err != nil {
		t.Fatal(err)
	}
	want := text.Bytes()
	if *Update {
		if err := os.WriteFile("openapi.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		description = want
	}
	if !bytes.Equal(description, want) {
		t.Error("openapi.json is another description of the API: go test -run Description -update")
	}
}

// schema is a part of the description of the API: OpenAPI 3.1, whose schemas are
// JSON Schema 2020-12. The paths come from the table of routes; schemas.json has
// what stands in bodies and answers.
type schema map[string]any

// apiAbout is what programs should know of the API before they use it.
const apiAbout = `Sudoku puzzles of known level, each with exactly one solution, and answers about puzzles that you bring. Errors are problem details (RFC 9457). Where many puzzles are sent at once, the answers are JSON lines in the order of the input.`

// describe returns the description of the API.
func describe(schemas []byte) schema {
	paths := schema{}
	for i := range routes {
		rt := &routes[i]
		operations, ok := paths[rt.path].(schema)
		if !ok {
			operations = schema{}
			paths[rt.path] = operations
		}
		operations[strings.ToLower(rt.method)] = rt.describe()
	}
	return schema{
		"openapi":    "3.1.0",
		"info":       schema{"title": "Seedoku", "version": "1", "description": apiAbout},
		"paths":      paths,
		"components": schema{"schemas": json.RawMessage(schemas)},
		"security":   []schema{}, // nothing is asked of whoever asks
	}
}

// describe returns the operation of a route.
func (rt *route) describe() schema {
	operation := schema{
		"summary":   rt.summary,
		"responses": schema{"200": answers[rt.answers], "default": problemAnswer},
	}
	if parameters := rt.parameters(); len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if rt.body != "" {
		operation["requestBody"] = schema{"required": true, "content": bodies[rt.body]}
	}
	if tagged[rt.answers] {
		operation["responses"].(schema)["304"] = schema{"description": "the client already has the answer"}
	}
	return operation
}

// parameters describes the parameters of a route.
func (rt *route) parameters() (list []schema) {
	for part := range strings.SplitSeq(rt.path, "/") {
		if name := strings.Trim(part, "{}"); name != part {
			list = append(list, allParameters[name].describe())
		}
	}
	for _, name := range rt.query {
		p := allParameters[name]
		if name == "format" && rt.answers == "practice" {
			p.schema = schema{"type": "string", "enum": append([]string{jsonObject}, practice.FormatNames()...)}
		}
		list = append(list, p.describe())
	}
	return list
}

func (p parameter) describe() schema {
	described := schema{"name": p.name, "in": "query", "description": p.help, "schema": p.schema}
	if p.list {
		described["schema"] = schema{"type": "array", "items": p.schema}
	}
	if p.inPath {
		described["in"], described["required"] = "path", true
	}
	return described
}

// ref is a reference to one of the schemas.
func ref(name string) schema { return schema{"$ref": "#/components/schemas/" + name} }

var problemAnswer = schema{"description": "what is wrong", "content": schema{problemType: schema{"schema": ref("Problem")}}}

// answers describes the answers of routes.
var answers = map[string]schema{
	"puzzles":     withFormats("the puzzles", "Puzzles"),
	"puzzle":      withFormats("the puzzle", "Puzzle"),
	"file":        withFormats("the puzzles, as a file", ""),
	"count":       object("the number of puzzles", "Counted"),
	"practice":    withTasks("the puzzles with their positions and the right steps", "Practice"),
	"sequences":   object("the puzzles that were found", "Sequences"),
	"manifest":    object("the manifest, which makes the same book everywhere", "Manifest"),
	"book":        {"description": "the book", "content": schema{"application/pdf": fileOf("application/pdf"), "text/html": fileOf("text/html"), "application/epub+zip": fileOf("application/epub+zip")}},
	"rated":       lines("Rated"),
	"solved":      lines("Solved"),
	"checked":     lines("Checked"),
	"canonical":   lines("Canonical"),
	"compared":    lines("Compared"),
	"way":         eitherWay("the way to the solution", "Way"),
	"hint":        eitherWay("the next step", "Hint"),
	"bank":        object("what the bank holds", "Bank"),
	"techniques":  object("the techniques, easiest first", "Techniques"),
	"labels":      object("the labels that were found, by technique", "Labels"),
	"symmetries":  object("the kinds of symmetry", "Symmetries"),
	"levels":      object("the levels", "Levels"),
	"formats":     object("the formats", "Formats"),
	"health":      object("the server can read its bank", "Health"),
	"description": object("this description", "Description"),
}

// tagged are the answers with an ETag: a client that has one already is told so.
var tagged = map[string]bool{"puzzle": true}

// bodies describes the bodies of routes.
var bodies = map[string]schema{
	"puzzles":  puzzleBody(schema{}),
	"position": puzzleBody(ref("Position")),
	"given":    puzzleBody(ref("Given")),
	"wishes":   {jsonType: schema{"schema": ref("Wishes")}},
	"manifest": {jsonType: schema{"schema": ref("Manifest")}},
}

// puzzleBody describes a body with puzzles: any text that a program can read puzzles
// from, as it is or compressed.
func puzzleBody(json schema) schema {
	return schema{jsonType: schema{"schema": json}, "*/*": fileOf("*/*")}
}

// fileOf describes a file of a media type: text, or bytes.
func fileOf(mediaType string) schema {
	file := schema{"type": "string"}
	if !strings.HasPrefix(mediaType, "text/") && !strings.HasSuffix(mediaType, "xml") && mediaType != linesType {
		file["format"] = "binary"
	}
	return schema{"schema": file}
}

func object(about, name string) schema {
	return schema{"description": about, "content": schema{jsonType: schema{"schema": ref(name)}}}
}

// lines describes an answer of JSON lines.
func lines(name string) schema {
	return schema{"description": "one JSON object a line for each puzzle, in the order of the body", "content": lineContent(name)}
}

func lineContent(name string) schema {
	return schema{linesType: schema{"schema": schema{"type": "string"}, "x-line": schema{"anyOf": []schema{ref(name), ref("Failed")}}}}
}

// eitherWay describes an answer that is one object for a position, and lines for
// puzzles.
func eitherWay(about, name string) schema {
	content := lineContent(name)
	content[jsonType] = schema{"schema": ref(name)}
	return schema{"description": about, "content": content}
}

// withFormats describes an answer in one of the formats, one of them JSON if it has
// a name there.
func withFormats(about, name string) schema {
	content := schema{}
	for format := range served {
		content[bareType(format.Name)] = fileOf(bareType(format.Name))
	}
	if name != "" {
		content[jsonType] = schema{"schema": ref(name)}
	}
	return schema{"description": about, "content": content}
}

// withTasks describes an answer in one of the formats of positions.
func withTasks(about, name string) schema {
	content := schema{jsonType: schema{"schema": ref(name)}}
	for _, format := range practice.FormatNames() {
		content[bareType(format)] = fileOf(bareType(format))
	}
	return schema{"description": about, "content": content}
}

// bareType returns the media type of a format without parameters.
func bareType(format string) string {
	bare, _, _ := strings.Cut(mediaType(format), ";")
	return bare
}

// parameter is a parameter of the query or of the path.
type parameter struct {
	name   string
	help   string
	schema schema
	inPath bool
	list   bool // it can be given several times
}

// Parameters besides the fields of a request and the options of formats.
var ownParameters = []parameter{
	{name: "format", help: "the format of the answer; without it, the header Accept decides", schema: schema{"type": "string", "enum": formatNames()}},
	{name: "sequence", help: "names of techniques and labels in the order of the rounds that have them, such as x-wing,xy-wing; several rounds of one name after each other count as one", schema: text},
	{name: "above", help: "the rating above which no other step is allowed, such as 3.0; without it, just below the easiest technique of the sequence", schema: text},
	{name: labelName, help: "a label of steps, such as skyscraper, instead of the technique to practise: each position has such a step, and no two come from the same seed", schema: schema{"type": "string", "enum": rating.LabelNames()}},
	{name: "after", help: "skip this number of puzzles of the series", schema: wholeNumber},
	{name: "digest", help: "identifies the seeds of the series and their order; it comes from the address of the next puzzles. If the seeds of the server are different, the answer is an error", schema: text},
	{name: "date", help: "a day such as 2026-01-31 (default: today)", schema: schema{"type": "string", "format": "date"}},
	{name: "effort", help: "add the effort, which takes longer", schema: schema{"type": "boolean"}},
	{name: "pace", help: "add the minutes that people take and the bottlenecks, which takes longer", schema: schema{"type": "boolean"}},
	{name: langName, help: "language of the texts and errors; without it, the header Accept-Language decides", schema: schema{"type": "string", "enum": catalogue.Codes()}},
	{name: "id", help: "the ID of a puzzle; for a format other than JSON, add its extension, such as .svg", schema: text, inPath: true},
	{name: "key", help: "the request as a query, with its random seed, such as level=4&seed=7", schema: text, inPath: true},
}

var (
	text        = schema{"type": "string"}
	wholeNumber = schema{"type": "integer", "minimum": 0}
)

// numberFields are the fields of a request that are one whole number.
var numberFields = []string{"n", "seed", "skip"}

// allParameters are all parameters by name.
var allParameters = listParameters()

func listParameters() map[string]parameter {
	all := map[string]parameter{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		p := parameter{name: field.Name, help: field.Help, schema: text, list: field.List}
		switch {
		case field.Name == "variety": // whether, by what, and by which version of the labels
			p.schema = schema{"type": "string", "pattern": "^(true|false|techniques|labels(@[0-9]+)?)$"}
		case field.Placeholder == "":
			p.schema = schema{"type": "boolean"}
		case field.Name == "n":
			p.schema = schema{"type": "integer", "minimum": 1}
		case slices.Contains(numberFields, field.Name):
			p.schema = wholeNumber
		}
		all[p.name] = p
	}
	kinds := map[pack.Kind]schema{
		pack.Switch: {"type": "boolean"},
		pack.Number: {"type": "integer", "minimum": 1},
		pack.Text:   text,
		pack.Date:   text,
	}
	for _, option := range pack.Options() {
		if option.Kind == pack.File {
			continue
		}
		p := parameter{name: option.Name, help: option.Help, schema: kinds[option.Kind]}
		if option.Choices != nil && option.Accepts == nil && option.Kind == pack.Text {
			p.schema = schema{"type": "string", "enum": option.Choices}
		}
		all[p.name] = p
	}
	for _, p := range ownParameters {
		all[p.name] = p
	}
	return all
}
