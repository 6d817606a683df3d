/** What the packages of providers are made with. */
import type { Connection } from './providers.ts'

export function packageSettings({ apiKey, baseUrl }: Connection): { apiKey?: string; baseURL?: string } {
  return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseURL: baseUrl }) }
}
