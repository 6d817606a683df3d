/** Commands that need the server, whose packages an installation may be without. */
import { loadPackages } from '@gyre/core'

export function withServer<C>(load: () => Promise<C>): Promise<C> {
  return loadPackages('This command', ['@gyre/server', '@gyre/web'], load)
}
