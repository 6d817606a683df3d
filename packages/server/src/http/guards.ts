/** What every request passes before anything else, in this order: so a refused one is logged and answered like any. */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Service } from './app-env.ts'
import { crossOrigin } from './cross-origin.ts'
import { hostCheck } from './host-check.ts'
import { originCheck } from './origin-check.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

export function guards(service: Service): readonly MiddlewareHandler<AppEnv>[] {
  const { allowedHosts, allowedOrigins } = service.gate
  return [
    requestLog(service),
    securityHeaders,
    hostCheck(allowedHosts),
    originCheck(service),
    crossOrigin(allowedOrigins),
  ]
}
