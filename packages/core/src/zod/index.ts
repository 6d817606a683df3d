/** The schema library as the packages of Gyre are published with it: one file, loaded once. */
export { z } from 'zod'
