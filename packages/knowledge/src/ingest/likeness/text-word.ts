/** The words that two texts are compared by. */

/**
 * Languages that put no blanks between words are taken letter by letter; endless words in parts. Not the words of the
 * index: a document is read in one go here, however long it is, and accents tell two texts apart.
 */
export const textWord =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}]{1,64}/gu
