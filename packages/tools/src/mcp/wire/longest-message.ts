/** How much a server may say in one message, whatever it comes over. */
export const mostMegabytes = 64
export const mostBytes = mostMegabytes * 1024 * 1024
