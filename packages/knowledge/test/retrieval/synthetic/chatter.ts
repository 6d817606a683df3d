/** What people write around a question: about themselves, in words of their own. */
import { fillIn, type Slots } from './fill-in.ts'
import type { Random } from './seeded-random.ts'

const slots: Slots = {
  me: ['I', 'My brother', 'A colleague of mine', 'My grandmother', 'Our reading circle', 'The lady from the library'],
  lately: ['last Tuesday', 'over the holidays', 'while waiting for a train', 'on a rainy afternoon', 'some weeks ago'],
  did: [
    'stumbled upon',
    'was sorting',
    'could not stop thinking of',
    'inherited',
    'promised to look into',
    'nearly threw away',
  ],
  what: [
    'a box of old letters',
    'a family photo album',
    'some yellowed newspapers',
    'an essay for school',
    'a quiz for the village feast',
    'a chapter on the history of machines',
    'notes about people of the river towns',
  ],
  worry: [
    'My eyes are not what they were',
    'The computer here is terribly slow',
    'I am no expert in any of this',
    'I have asked at two museums already',
    'Please excuse the length of this message',
    'I hope that I spell everything correctly',
    'The weather kept us indoors',
    'We are planning a trip with the children',
  ],
  and: [
    'and now I am curious',
    'and it would not let me go',
    'so here I am',
    'but nobody could help',
    'and a bet depends on it',
  ],
}

const shapes = ['{me} {did} {what} {lately}.', '{worry}, {and}.', '{me} {did} {what}, {and}.', '{worry}.']

export const chatterSentences = (random: Random, count: number) =>
  Array.from({ length: count }, () => fillIn(random, random.pick(shapes), slots)).join(' ')
