package web

import (
	_ "embed"
	"net/http"
)

// description describes the API: OpenAPI 3.1, written by TestDescription from the table of
// routes.
//
//go:embed openapi.json
var description []byte

func (s *Server) getDescription(w http.ResponseWriter, r *request) error {
	return sendBody(w, jsonType, description)
}
