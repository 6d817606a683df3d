/** A certificate that this process trusts until the test is over. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

export type Certificate = { readonly key: string; readonly cert: string }

/** Signed by itself, for these names. */
export function certificateFor(...names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('Gyre test')))))
  const validity = sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21000101000000Z')))
  const alternatives = sequence(...names.map((each) => der(0x82, Buffer.from(each))))
  const extension = sequence(Buffer.from('0603551d11', 'hex'), der(0x04, alternatives))
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toSign, privateKey)])
  const whole = sequence(toSign, algorithm, der(0x03, signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

export function trusted(certificate: Certificate): Certificate {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(before))
  return certificate
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** A tag, a length and a content, as certificates are written. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
