package language

import (
	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

var spanish = Language{
	Code: "es",
	Name: "Español",
	Words: book.Words{
		Contents:     "Índice",
		Introduction: "Introducción",
		Puzzles:      "Sudokus",
		Ranks:        "Niveles",
		Solutions:    "Soluciones",
		SolutionOn:   "Solución en la página %d",
		Afterword:    "Para terminar",
		Range:        "%d a %d",
	},
	Levels: [rating.NumLevels]string{"Principiante", "Fácil", "Suave", "Moderado", "Complicado", "Difícil", "Muy difícil", "Diabólico", "Extremo"},
	Level:  "Nivel %d · %s",
	Hardest: [rating.NumLevels]string{
		"la última casilla libre de una fila, columna o bloque; la única casilla para una cifra en un bloque",
		"la única casilla para una cifra en una fila o columna",
		"la única cifra posible de una casilla; una cifra limitada a una línea dentro de un bloque",
		"cifras limitadas a una línea, que conviene anotar y recordar",
		"parejas y tríos, X-Wing y pez espada, XY-Wing",
		"cuartetos y medusa; argumentos basados en que la solución es única",
		"cadenas que siguen una idea hasta el final",
		"cadenas que prueban todas las casillas de una cifra o todas las cifras de una casilla",
		"cadenas que se ramifican y cadenas dentro de cadenas",
	},
	Part:      "El paso más difícil: %s.",
	OnePuzzle: "1 sudoku",
	Puzzles:   "%d sudokus",
	OfLevel:   "%s de nivel %d, %s",
	OfLevels:  "%s, niveles %d a %d",
	Clues:     "%d pistas",
	MadeWith:  "Hecho con %s",
	ERRange:   "%v a %v",
	ERUp:      "desde %v",
	Rules: Text{"Cómo se resuelve", "Rellene las casillas vacías de modo que cada fila, cada columna y cada bloque de tres por tres " +
		"casillas contenga cada cifra del 1 al 9 exactamente una vez. Cada sudoku de este libro tiene una única solución, " +
		"y basta el razonamiento para llegar a ella. Nunca hace falta adivinar."},
	Start: Text{"Por dónde empezar", "Elija una cifra y observe un bloque. Las filas y columnas que ya contienen la cifra descartan " +
		"algunas de sus casillas. Si solo queda una, la cifra va allí. Recorra así todos los bloques y cifras, y después las " +
		"filas y columnas. Cuando no encuentre nada más, dé la vuelta a la pregunta: elija una casilla y piense qué cifras le " +
		"permiten todavía su fila, su columna y su bloque. En los sudokus más difíciles, anote esos candidatos en la casilla, " +
		"pequeños y a lápiz, y táchelos uno a uno a medida que encuentre razones contra ellos. El mayor placer está en las razones."},
	SeveralLevels: Text{"Los niveles", "El nivel indica lo difícil que es el paso más difícil de un sudoku si siempre se elige el paso más " +
		"fácil posible. Un sudoku de nivel alto puede empezar con suavidad."},
	OneLevel: Text{"El nivel", "Todos los sudokus de este libro son de nivel %d, %s. El paso más difícil que exigen: %s. " +
		"Muchos de sus pasos son más fáciles."},
	Rating: Text{"El número que sigue a las letras ER", "El ER, la valoración del programa Sudoku Explainer, es el número con el que los aficionados " +
		"comparan los sudokus difíciles. Cada clase de paso tiene un valor, desde 1.0 para la última casilla vacía de una fila, una " +
		"columna o un bloque hasta más de 11 para cadenas de razonamiento que contienen otras cadenas. El ER de un sudoku es el valor de su " +
		"paso más difícil. Una o dos décimas apenas se notan; un punto entero es otro deporte."},
	Candidates: Text{"Las cifras pequeñas", "En los sudokus más difíciles, las cifras pequeñas de una casilla vacía son sus candidatos: las que " +
		"ninguna pista de su fila, su columna o su bloque descarta desde el principio. Tache las que pueda excluir."},
	Dots: Text{"Los puntos", "En los sudokus más difíciles, cada casilla vacía tiene nueve puntos, para las cifras del 1 al 9 desde arriba a la " +
		"izquierda hasta abajo a la derecha. Rodee o tache un punto para anotar un candidato."},
	ID: Text{"Volver a encontrar un sudoku", "La línea pequeña bajo un sudoku es su identificador. Con él, el programa %s, con el que se hizo este libro, vuelve a " +
		"dibujar el mismo sudoku si su colección contiene la semilla de la que nació. El primer sudoku de este libro se obtiene con la orden"},
}
