/** Numbers from texts, the same each time: nothing in the lab is drawn from anywhere else. */

/** FNV-1a over the characters of a text, from a number to begin with. */
export function hashText(text: string, from = 0x811c9dc5): number {
  let hash = from | 0
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Stirs 32 bits so that each depends on all. No two numbers give the same. */
export function stir(number: number): number {
  let mixed = number | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A number from 0 up to 1, by a text and a number to begin with. */
export function share(text: string, from: number): number {
  // Twice stirred: texts that differ in their last character alone give hashes that lie close together.
  return stir(stir(hashText(text, stir(from))) ^ 0x9e3779b9) / 2 ** 32
}
