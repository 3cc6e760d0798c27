package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

func (p *program) techniquesCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: text, csv or jsonl", Value: "text"}, "text", "csv", "jsonl"),
			cli.Output,
		},
		Action: userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			format, err := outputFormat(c, "text", textOr("csv", "jsonl"))
			if err != nil {
				return err
			}
			list, err := techniquesIn(c.Context, bank)
			if err != nil {
				return err
			}
			return map[string]func([]techniqueInfo) error{
				"text": p.printTechniqueInfo, "csv": p.tabulateTechniqueInfo, "jsonl": p.encodeTechniqueInfo,
			}[format](list)
		}),
	}
}

// techniqueInfo is what is told of a technique.
type techniqueInfo struct {
	Technique string  `json:"technique"`
	Least     float64 `json:"least"`          // the lowest rating of its steps
	Most      float64 `json:"most,omitempty"` // the highest, if there is one
	Seeds     int     `json:"seeds"`
	About     string  `json:"about"`

	ratings string
}

// techniquesIn returns all techniques with their seeds in a bank.
func techniquesIn(ctx context.Context, bank *seedbank.Bank) ([]techniqueInfo, error) {
	counts, err := bank.Techniques(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]techniqueInfo, rating.NumTechniques)
	for t := range rating.Techniques() {
		least, most := t.Range()
		list[t] = techniqueInfo{Technique: t.String(), Least: float64(least) / 10, About: t.About(), ratings: ratings(t)}
		if most < rating.MaxTenths {
			list[t].Most = float64(most) / 10
		}
	}
	for _, count := range counts {
		list[count.Technique].Seeds = count.Seeds
	}
	return list, nil
}

// printTechniqueInfo prints two lines for each technique.
func (p *program) printTechniqueInfo(list []techniqueInfo) error {
	nameWidth, ratingWidth := 0, 0
	for _, info := range list {
		nameWidth, ratingWidth = max(nameWidth, len(info.Technique)), max(ratingWidth, len(info.ratings))
	}
	h := p.Lines()
	for _, info := range list {
		h.Line(fmt.Sprintf("%-*s  %-*s  %s", nameWidth, info.Technique, ratingWidth, info.ratings, phrase.Count(info.Seeds, "seed")))
		h.Hanging(info.About, "    ", "    ")
	}
	return h.Err
}

func (p *program) encodeTechniqueInfo(list []techniqueInfo) error {
	encoder := json.NewEncoder(p.Stdout)
	for i := range list {
		if err := encoder.Encode(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) tabulateTechniqueInfo(list []techniqueInfo) error {
	w := csv.NewWriter(p.Stdout)
	w.Write([]string{"technique", "least", "most", "seeds", "about"}) // errors stay in w
	for _, info := range list {
		most := ""
		if info.Most > 0 {
			most = tenth(info.Most)
		}
		w.Write([]string{info.Technique, tenth(info.Least), most, strconv.Itoa(info.Seeds), info.About})
	}
	w.Flush()
	return w.Error()
}

func tenth(rating float64) string { return strconv.FormatFloat(rating, 'f', 1, 64) }
