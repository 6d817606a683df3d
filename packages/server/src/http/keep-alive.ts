/** How often a stream with nothing to tell shows that it is there, and how long who reads it waits for that. */

export const defaultKeepAliveMs = 15_000

/** A stream that is silent for so long was cut, and nobody on the way has told. One keep-alive may be late, or two. */
export const defaultSilenceMs = 3 * defaultKeepAliveMs

/** What a server keeps to of what it was asked for: a rarer sign than the default would have clients cut every stream. */
export function keptAliveMs(asked: number): number {
  return Math.min(asked, defaultKeepAliveMs)
}

/** What comes within this time; undefined when nothing does. */
export function before<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
