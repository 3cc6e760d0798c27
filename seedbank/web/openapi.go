package web

import "net/http"

type schema map[string]any

func (s *Server) getDescription(w http.ResponseWriter, r *request) error {
	return sendJSON(w, schema{"openapi": "3.1.0"})
}
