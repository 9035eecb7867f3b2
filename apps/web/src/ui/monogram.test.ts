import { expect, it } from 'vitest'
import { letterColour } from './Monogram.tsx'

it.each([
  ['#1f2937', '#fff'],
  ['#ffd400', '#17181c'],
  ['#FFFFFF', '#17181c'],
  ['not a colour', '#fff'],
])('letters on %s are %s', (colour, letters) => expect(letterColour(colour)).toBe(letters))
