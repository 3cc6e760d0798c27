package web

import "net/http"

// pageHandler serves the page.
func (s *Server) pageHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "page not built", http.StatusNotFound)
	})
}
