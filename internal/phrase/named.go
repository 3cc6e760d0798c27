package phrase

import (
	"fmt"
	"strings"
)

// Names returns the names of the things in a list.
func Names[T any](list []T, name func(*T) string) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = name(&list[i])
	}
	return names
}

// NameAt returns the name of a thing in a list of a kind, such as technique(250) if the list
// has none there.
func NameAt[T any](list []T, name func(*T) string, kind string, at int) string {
	if at < 0 || at >= len(list) {
		return fmt.Sprintf("%s(%d)", kind, at)
	}
	return name(&list[at])
}

// Named returns the element of a list with a given name, in any letter case. The error is an
// [*UnknownError] with all names; kind is the kind of the names, such as
// technique.
func Named[T any](list []T, name func(*T) string, kind, given string) (*T, error) {
	for i := range list {
		if strings.EqualFold(name(&list[i]), given) {
			return &list[i], nil
		}
	}
	return nil, &UnknownError{Kind: kind, Given: given, Known: Names(list, name)}
}
