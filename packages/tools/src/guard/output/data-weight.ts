/** Whether data are too large, or nested too deeply, for a journal and for those who walk through them. */

const mostChars = 1_000_000
const deepest = 200

/** By about how long they are as JSON. */
export function isHeavy(data: unknown): boolean {
  if (typeof data !== 'object' && typeof data !== 'string') return false
  return roomLeft(data, mostChars, 0) < 0
}

/** What is left of the room once a value is in it; less than nothing when it has none. Looks no further than it must. */
function roomLeft(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 4
  if (depth > deepest) return -1
  return Array.isArray(value) ? afterItems(value, room, depth) : afterFields(value, room, depth)
}

function afterItems(items: readonly unknown[], room: number, depth: number): number {
  let left = room - 2
  for (const item of items) {
    left = roomLeft(item, left - 1, depth + 1)
    if (left < 0) break
  }
  return left
}

function afterFields(fields: object, room: number, depth: number): number {
  let left = room - 2
  for (const [key, field] of Object.entries(fields)) {
    left = roomLeft(field, left - key.length - 4, depth + 1)
    if (left < 0) break
  }
  return left
}
