// Package lzstring packs texts as the JavaScript library LZ-string does, for the web
// pages that unpack them, and unpacks what that library packed.
//
// # The method
//
// It is of the LZ78 family: the text is cut into the longest strings seen before, and
// each is written as its number. Each of them and the character after it make a new
// string.
//
//	number 0, 1   a character not seen before follows, of 8 or 16 bits
//	number 2      the end
//	from 3 on     characters and strings in the order in which they appeared
//
// A number has as many bits as the greatest one so far may need. All bits go lowest
// first, as digits of base 64.
//
// Start with [Compress].
package lzstring

// base64Digits are the digits of base 64, of RFC 4648.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// end is the number of the end.
const end = 2

// width is how many bits a number has.
type width struct {
	bits int
	room int // numbers to go before it grows
}

// narrowest is the width of the first number.
var narrowest = width{bits: 2, room: 2}

// grow counts a number.
func (w *width) grow() {
	if w.room--; w.room == 0 {
		w.room = 1 << w.bits
		w.bits++
	}
}
