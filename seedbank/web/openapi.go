package web

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
)

// schema is a part of the description of the API: OpenAPI 3.1, whose schemas are
// JSON Schema 2020-12. The paths come from the table of routes; schemas.json has
// what stands in bodies and answers.
type schema map[string]any

//go:embed schemas.json
var schemas []byte

// apiAbout is what programs should know of the API before they use it.
const apiAbout = `Sudoku puzzles of known level, each with exactly one solution, and answers about puzzles that you bring. Errors are problem details (RFC 9457). Where many puzzles are sent at once, the answers are JSON lines in the order of the input.`

// describe returns the description of the API.
func describe() schema {
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
		operation["responses"].(schema)["304"] = schema{"description": "the client has it already"}
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
		list = append(list, allParameters[name].describe())
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
	"practice":    object("the puzzles with their positions and the steps that are right", "Practice"),
	"rated":       lines("Rated"),
	"solved":      lines("Solved"),
	"checked":     lines("Checked"),
	"canonical":   lines("Canonical"),
	"way":         eitherWay("the way from there", "Way"),
	"hint":        eitherWay("the next step", "Hint"),
	"bank":        object("what the bank holds", "Bank"),
	"techniques":  object("the techniques, easiest first", "Techniques"),
	"symmetries":  object("the kinds of symmetry", "Symmetries"),
	"levels":      object("the levels", "Levels"),
	"formats":     object("the formats", "Formats"),
	"health":      object("all is well", "Health"),
	"description": object("this description", "Description"),
}

// tagged are the answers with an ETag: a client that has one already is told so.
var tagged = map[string]bool{"puzzle": true}

// bodies describes the bodies of routes.
var bodies = map[string]schema{
	"puzzles":  puzzleBody(schema{}),
	"position": puzzleBody(ref("Position")),
}

// puzzleBody describes a body with puzzles: any text that a program can read puzzles
// from, as it is or compressed.
func puzzleBody(json schema) schema {
	return schema{jsonType: schema{"schema": json}, "*/*": schema{}}
}

func object(about, name string) schema {
	return schema{"description": about, "content": schema{jsonType: schema{"schema": ref(name)}}}
}

// lines describes an answer of JSON lines.
func lines(name string) schema {
	return schema{"description": "a JSON object on a line for each puzzle, in the order of the body", "content": lineContent(name)}
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
		content[bareType(format.Name)] = schema{}
	}
	if name != "" {
		content[jsonType] = schema{"schema": ref(name)}
	}
	return schema{"description": about, "content": content}
}

// bareType returns the media type of a format without parameters.
func bareType(format string) string {
	bare, _, _ := strings.Cut(mediaType(format), ";")
	return bare
}

func (s *Server) getDescription(w http.ResponseWriter, r *request) error {
	w.Header().Set("Content-Type", jsonType)
	w.Write(s.description)
	return nil
}
