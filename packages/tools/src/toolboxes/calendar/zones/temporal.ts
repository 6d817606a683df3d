/** Time in zones, by the library that follows the coming standard. */
import { loadLibrary } from '../../../library.ts'

export type TemporalLibrary = typeof import('temporal-polyfill')['Temporal']

export async function loadTemporal(): Promise<TemporalLibrary> {
  return (await loadLibrary('calendar', () => import('temporal-polyfill'))).Temporal
}
