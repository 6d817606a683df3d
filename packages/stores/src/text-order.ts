/** The order of texts that every store keeps: by code point, as SQLite has it by the bytes of UTF-8. */
export function textOrder(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = place(a.charCodeAt(at)) - place(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Halves of surrogate pairs stand for code points above all others. */
function place(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}
