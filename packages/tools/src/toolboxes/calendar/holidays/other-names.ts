/** Names of holidays that no calendar lists, by the name that is listed and the country that keeps it. */

type Meant = { readonly name: string; readonly country?: string }

/** By their plain words. */
export const otherNames: ReadonlyMap<string, Meant> = new Map<string, Meant>([
  ['4th of july', { name: 'Independence Day', country: 'US' }],
  ['fourth of july', { name: 'Independence Day', country: 'US' }],
  ['july 4th', { name: 'Independence Day', country: 'US' }],
  ['july fourth', { name: 'Independence Day', country: 'US' }],
  ['mlk day', { name: 'Martin Luther King Jr. Day', country: 'US' }],
  ['presidents day', { name: 'Washington’s Birthday', country: 'US' }],
  ['14 juillet', { name: 'Bastille Day', country: 'FR' }],
  ['tag der einheit', { name: 'German Unity Day', country: 'DE' }],
  ['may day', { name: 'Labour Day' }],
  ['turkey day', { name: 'Thanksgiving Day', country: 'US' }],
  ['tet', { name: 'Vietnamese New Year', country: 'VN' }],
  ['easter holidays', { name: 'Easter weekend' }],
])
