package web

import (
	"net/http"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/phrase"
)

// langName is the parameter that names the language of explanations and errors.
const langName = "lang"

// languageOf returns the language that a request asks for: by a parameter, else by the
// header Accept-Language.
func languageOf(r *http.Request) string {
	if code := r.URL.Query().Get(langName); catalogue.Named(code) != nil {
		return code
	}
	return catalogue.Accepted(strings.Join(r.Header.Values("Accept-Language"), ","))
}

// tell says in the header of an answer in which language it is, and that this depends on
// the request.
func (r *request) tell(w http.ResponseWriter) {
	w.Header().Set("Content-Language", r.language)
	w.Header().Add("Vary", "Accept-Language")
}

// checkLanguage returns an error if a parameter names an unknown language.
func checkLanguage(r *request) error {
	if code := r.query.Get(langName); r.query.Has(langName) && catalogue.Named(code) == nil {
		return badField(langName, &phrase.UnknownError{Kind: "language", Given: code, Known: catalogue.Codes()})
	}
	return nil
}
