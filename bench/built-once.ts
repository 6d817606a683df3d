/** What is built for a workload is built once and used again, as a server would. */
export function builtOnce<A extends readonly unknown[], T>(build: (...args: A) => T): (...args: A) => T {
  const built = new Map<string, T>()
  return (...args) => {
    // By what is in it: every order brings a workload of its own.
    const key = JSON.stringify(args)
    const known = built.get(key)
    if (known !== undefined) return known
    const made = build(...args)
    built.set(key, made)
    return made
  }
}
