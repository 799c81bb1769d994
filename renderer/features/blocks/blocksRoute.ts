import type { Route } from '../../app/address.ts'

export type BlocksRoute = Extract<Route, { screen: 'blocks' }>
