package language

import (
	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

var german = Language{
	Code: "de",
	Name: "Deutsch",
	Words: book.Words{
		Contents:     "Inhalt",
		Introduction: "Einleitung",
		Puzzles:      "Rätsel",
		Ranks:        "Stufen",
		Solutions:    "Lösungen",
		SolutionOn:   "Lösung auf Seite %d",
		Afterword:    "Zum Schluss",
		Range:        "%d bis %d",
	},
	Levels: [rating.NumLevels]string{"Einsteiger", "Leicht", "Sanft", "Mittel", "Knifflig", "Schwer", "Sehr schwer", "Teuflisch", "Extrem"},
	Level:  "Stufe %d · %s",
	Hardest: [rating.NumLevels]string{
		"die letzte freie Zelle einer Zeile, einer Spalte oder eines Blocks; der einzige Platz für eine Ziffer in einem Block",
		"der einzige Platz für eine Ziffer in einer Zeile oder Spalte",
		"die einzige mögliche Ziffer einer Zelle; eine Ziffer, die in einem Block an eine Linie gebunden ist",
		"Ziffern, die an eine Linie gebunden sind und die man sich merken muss",
		"Paare und Tripel, X-Wing und Schwertfisch, XY-Wing",
		"Quadrupel und Jellyfish; Schlüsse daraus, dass es nur eine Lösung gibt",
		"Ketten, die einen Gedanken bis zum Ende verfolgen",
		"Ketten, die alle Plätze einer Ziffer oder alle Ziffern einer Zelle durchspielen",
		"Ketten, die sich verzweigen, und Ketten in Ketten",
	},
	Part:      "Der schwerste Schritt: %s.",
	OnePuzzle: "1 Rätsel",
	Puzzles:   "%d Rätsel",
	OfLevel:   "%s der Stufe %d, %s",
	OfLevels:  "%s, Stufen %d bis %d",
	Clues:     "%d Vorgaben",
	MadeWith:  "Erstellt mit %s",
	ERRange:   "%v bis %v",
	ERUp:      "ab %v",
	Rules: Text{"Die Regel", "Füllen Sie die leeren Zellen so aus, dass jede Zeile, jede Spalte und jeder Block aus drei mal drei " +
		"Zellen jede Ziffer von 1 bis 9 genau einmal enthält. Jedes Rätsel in diesem Buch hat genau eine Lösung, " +
		"und Nachdenken allein führt zu ihr. Raten müssen Sie nie."},
	Start: Text{"Ein guter Anfang", "Wählen Sie eine Ziffer und betrachten Sie einen Block. Die Zeilen und Spalten, in denen die Ziffer schon " +
		"steht, schließen einige seiner Zellen aus. Bleibt nur eine übrig, so gehört die Ziffer dorthin. Gehen Sie auf diese Weise " +
		"alle Blöcke und Ziffern durch, danach die Zeilen und Spalten. Bringt das nichts mehr, so drehen Sie die Frage um: " +
		"Wählen Sie eine Zelle und fragen Sie, welche Ziffern ihre Zeile, ihre Spalte und ihr Block noch zulassen. Bei den " +
		"schwereren Rätseln schreiben Sie diese Kandidaten klein und mit Bleistift in die Zelle und streichen einen nach " +
		"dem anderen, sobald Sie einen Grund dafür finden. In den Gründen liegt das größte Vergnügen."},
	SeveralLevels: Text{"Die Stufen", "Die Stufe sagt, wie schwer der schwerste Schritt eines Rätsels ist, wenn man immer den leichtesten " +
		"möglichen Schritt wählt. Auch ein Rätsel einer hohen Stufe kann sanft beginnen."},
	OneLevel: Text{"Die Stufe", "Alle Rätsel dieses Buches haben die Stufe %d, %s. Der schwerste Schritt, den sie verlangen: %s. " +
		"Viele ihrer Schritte sind leichter."},
	Rating: Text{"Die Zahl hinter den Buchstaben ER", "An der ER, der Bewertung nach dem Programm Sudoku Explainer, vergleichen Sammler schwere " +
		"Rätsel. Jede Art von Schritt hat einen Wert, von 1.0 für die letzte leere Zelle einer Zeile, einer Spalte oder eines Blocks " +
		"bis über 11 für Gedankenketten, die weitere Ketten enthalten. Die ER eines Rätsels ist der Wert seines schwersten " +
		"Schrittes. Ein oder zwei Zehntel spürt man kaum; ein ganzer Punkt ist ein anderer Sport."},
	Candidates: Text{"Die kleinen Ziffern", "In den schwereren Rätseln sind die kleinen Ziffern einer leeren Zelle ihre Kandidaten: die Ziffern, " +
		"die keine Vorgabe in Zeile, Spalte oder Block von Anfang an ausschließt. Streichen Sie, was Sie ausschließen können."},
	Dots: Text{"Die Punkte", "In den schwereren Rätseln hat jede leere Zelle neun Punkte, für die Ziffern 1 bis 9 von links oben nach " +
		"rechts unten. Umkreisen oder streichen Sie einen Punkt, um einen Kandidaten festzuhalten."},
	ID: Text{"Ein Rätsel wiederfinden", "Die kleine Zeile unter einem Rätsel ist seine Kennung. Das Programm %s, mit dem dieses Buch erstellt wurde, " +
		"zeichnet daraus dasselbe Rätsel noch einmal, sofern seine Sammlung den Keim enthält, aus dem es entstanden ist. " +
		"Das erste Rätsel dieses Buches liefert der Befehl"},
}
