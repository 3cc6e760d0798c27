package pack_test

import (
	"encoding/json"
	"testing"

	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// Of several mistakes in an object, always the same one is told.
func TestSameErrorOfAnObject(t *testing.T) {
	for want, to := range map[string]any{
		`option "a": {} is not a string, number or truth value`: new(pack.Settings),
		"a: {} is neither a text nor a number":                  new(draw.Request),
	} {
		for range 20 {
			if err := json.Unmarshal([]byte(`{"c": {}, "a": {}, "b": {}}`), to); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}
