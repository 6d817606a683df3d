/** Work that is asked for often: what is asked for while it is under way is done once, after it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isDue = false
  const run = async () => {
    try {
      while (isDue) {
        isDue = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isDue = true
    running ??= run()
    return running
  }
}
