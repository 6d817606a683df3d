/** Does one thing after the other, in the order they were asked for; one that fails does not keep the next from its turn. */

export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work, work)
    last = done
    return done
  }
}
