package language

import (
	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

var french = Language{
	Code: "fr",
	Name: "Français",
	Words: book.Words{
		Contents:     "Sommaire",
		Introduction: "Introduction",
		Puzzles:      "Grilles",
		Ranks:        "Niveaux",
		Solutions:    "Solutions",
		SolutionOn:   "Solution page %d",
		Afterword:    "Pour finir",
		Range:        "%d à %d",
	},
	Levels: [rating.NumLevels]string{"Débutant", "Facile", "Doux", "Modéré", "Épineux", "Difficile", "Très difficile", "Diabolique", "Extrême"},
	Level:  "Niveau %d · %s",
	Hardest: [rating.NumLevels]string{
		"la dernière case libre d’une ligne, d’une colonne ou d’un bloc ; la seule case pour un chiffre dans un bloc",
		"la seule case pour un chiffre dans une ligne ou une colonne",
		"le seul chiffre possible d’une case ; un chiffre retenu sur une ligne d’un bloc",
		"des chiffres retenus sur une ligne, à noter et à garder en mémoire",
		"paires et triplets, X-Wing et espadon, XY-Wing",
		"quadruplets et jellyfish ; raisonnements tirés de l’unicité de la solution",
		"des chaînes qui suivent une idée jusqu’au bout",
		"des chaînes qui essaient toutes les cases d’un chiffre ou tous les chiffres d’une case",
		"des chaînes qui se ramifient et des chaînes dans les chaînes",
	},
	Part:      "L’étape la plus difficile : %s.",
	OnePuzzle: "1 grille",
	Puzzles:   "%d grilles",
	OfLevel:   "%s de niveau %d, %s",
	OfLevels:  "%s, niveaux %d à %d",
	Clues:     "%d indices",
	MadeWith:  "Réalisé avec %s",
	ERRange:   "%v à %v",
	ERUp:      "à partir de %v",
	Rules: Text{"La règle", "Remplissez les cases vides de sorte que chaque ligne, chaque colonne et chaque bloc de trois cases sur trois " +
		"contienne une fois et une seule chaque chiffre de 1 à 9. Chaque grille de ce livre a une solution et une seule, " +
		"et le raisonnement suffit pour y arriver. Il ne faut jamais deviner."},
	Start: Text{"Par où commencer", "Choisissez un chiffre et regardez un bloc. Les lignes et les colonnes qui contiennent déjà ce chiffre " +
		"excluent certaines de ses cases. S’il n’en reste qu’une, le chiffre y a sa place. Parcourez ainsi tous les blocs et tous les " +
		"chiffres, puis les lignes et les colonnes. Quand vous ne trouvez plus rien, retournez la question : choisissez une case et " +
		"demandez-vous quels chiffres sa ligne, sa colonne et son bloc lui laissent encore. Pour les grilles plus difficiles, notez ces " +
		"candidats dans la case, en petit et au crayon, et barrez-les un à un dès que vous trouvez une raison de les exclure. " +
		"Le plus grand plaisir est dans les raisons."},
	SeveralLevels: Text{"Les niveaux", "Le niveau indique la difficulté de l’étape la plus difficile d’une grille, si l’on choisit toujours " +
		"l’étape la plus facile. Une grille de niveau élevé peut commencer en douceur."},
	OneLevel: Text{"Le niveau", "Toutes les grilles de ce livre sont de niveau %d, %s. L’étape la plus difficile qu’elles demandent : %s. " +
		"Beaucoup de leurs étapes sont plus faciles."},
	Rating: Text{"Le nombre qui suit les lettres ER", "L’ER, la note du programme Sudoku Explainer, est le nombre par lequel les amateurs comparent " +
		"les grilles difficiles. Chaque sorte d’étape a une note, de 1.0 pour la dernière case vide d’une ligne, d’une colonne ou d’un bloc " +
		"à plus de 11 pour des chaînes de raisonnement qui en contiennent d’autres. L’ER d’une grille est la note de son étape la plus " +
		"difficile. Un ou deux dixièmes se sentent à peine ; un point entier, c’est un autre sport."},
	Candidates: Text{"Les petits chiffres", "Dans les grilles plus difficiles, les petits chiffres d’une case vide sont ses candidats : ceux " +
		"qu’aucun indice de sa ligne, de sa colonne ou de son bloc n’exclut dès le départ. Barrez ceux que vous pouvez exclure."},
	Dots: Text{"Les points", "Dans les grilles plus difficiles, chaque case vide porte neuf points, pour les chiffres de 1 à 9, d’en haut à gauche " +
		"à en bas à droite. Entourez ou barrez un point pour noter un candidat."},
	ID: Text{"Retrouver une grille", "La petite ligne sous une grille est son identifiant. Le programme %s, qui a servi à faire ce livre, en redessine " +
		"la même grille, pourvu que sa collection contienne la graine dont elle est née. La première grille de ce livre revient avec la commande"},
}
