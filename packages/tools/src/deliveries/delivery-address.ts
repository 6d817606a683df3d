/** Where a delivery goes. The address may be a secret: who knows it can write there. */
import { GyreError } from '@gyre/core'

/** The errors of `new URL` hold what was given, and a program that ends with one prints it. */
export function deliveryAddress(url: string): URL {
  const address = URL.parse(url)
  if (address !== null && /^https?:$/.test(address.protocol)) return address
  throw new GyreError('config-invalid', 'The address of a delivery begins with `http://` or `https://`.')
}
