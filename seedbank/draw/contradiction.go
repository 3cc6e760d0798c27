package draw

import (
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// wish is a part of a request, and the ER of the puzzles that have it.
type wish struct {
	er   seedbank.Range[rating.Tenths]
	says string // which ER this is
}

// contradiction says which two parts of r no puzzle has both, since their puzzles differ in
// ER. It returns "" if there are no such parts.
func (r *Request) contradiction() string {
	wishes := r.wishes()
	for i, later := range wishes {
		for _, earlier := range wishes[:i] {
			if earlier.er.Low > later.er.High || later.er.Low > earlier.er.High {
				return earlier.says + ", and " + later.says
			}
		}
	}
	return ""
}

// wishes returns the parts of r that say something about ER.
func (r *Request) wishes() (list []wish) {
	if r.Levels != (seedbank.Range[rating.Level]{}) {
		least, _ := r.Levels.Low.Range()
		_, most := r.Levels.High.Range()
		list = append(list, wishFor("level "+strings.Join(rangeText(r.Levels), ""), least, most))
	}
	for _, t := range r.Uses {
		list = append(list, wishToUse(t.String(), t))
	}
	for label := range r.Labels.Uses.All() {
		list = append(list, wishToUse(label.String(), label.Technique()))
	}
	list = append(list, wishForHardest("%s as the hardest technique", r.Hardest)...)
	list = append(list, wishForHardest("practice of %s", r.Practice)...)
	if er := rangeText(r.ER); er != nil {
		list = append(list, wish{r.ER, "ER " + er[0] + " was asked for"})
	}
	return list
}

// wishFor returns a wish whose puzzles have an ER from least to most.
func wishFor(what string, least, most rating.Tenths) wish {
	er := seedbank.Range[rating.Tenths]{Low: least, High: most}
	text := fmt.Sprintf("%v or more", least)
	if most < rating.MaxTenths {
		text = strings.Join(rangeText(er), "")
	}
	return wish{er, what + " is ER " + text}
}

// wishToUse returns the wish for paths with a step of a technique, by the name of the step.
func wishToUse(name string, t rating.Technique) wish {
	least, _ := t.Range()
	return wishFor("a path with "+name, least, rating.MaxTenths)
}

// wishForHardest returns the wish for a hardest step by one of some techniques, if there are
// any.
func wishForHardest(format string, list []rating.Technique) []wish {
	if len(list) == 0 {
		return nil
	}
	least, most := list[0].Range()
	for _, t := range list[1:] {
		from, to := t.Range()
		least, most = min(least, from), max(most, to)
	}
	return []wish{wishFor(fmt.Sprintf(format, strings.Join(techniqueNames(list), " or ")), least, most)}
}
