package rating

import "strings"

// Name returns the name of s that people know best, such as Unique rectangle type 2,
// Skyscraper or Dynamic cell forcing chain: the title of its finest label
// ([Step.Labels]), or else of its technique.
//
// Names are for reading: they can change from version to version.
func (s *Step) Name() string {
	if list := s.Labels(); len(list) > 0 {
		return list[0].Title()
	}
	return techniques[s.Technique].title(s)
}

// titled returns the title of a technique whose steps all have one name.
func titled(name string) func(*Step) string { return func(*Step) string { return name } }

// titleOfMultiple returns the title function of a technique of multiple chains.
// before and behind are the words around the variant.
func titleOfMultiple(before, behind string) func(*Step) string {
	return func(s *Step) string {
		name := before + string(s.Variant) + " forcing chain" + behind
		return strings.ToUpper(name[:1]) + name[1:]
	}
}
