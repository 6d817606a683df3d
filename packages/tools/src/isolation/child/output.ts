/** What the code prints, on its way to the parent: through no socket, which could be made to connect elsewhere. */
import { writeSync } from 'node:fs'
import { Writable } from 'node:stream'

export function outputTo(pipe: number): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      for (let start = 0; start < bytes.length; ) start += writeSync(pipe, bytes, start)
      done()
    },
  })
}
