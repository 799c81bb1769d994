import type { Route } from '../address.ts'

export const STAGES: Route = { screen: 'stages' }
export const ORDERS: Route = { screen: 'orders' }
export const BLOCKS: Route = { screen: 'blocks', view: 'types' }
export const PROMO: Route = { screen: 'promo', tab: 'compose' }
export const CALLS: Route = { screen: 'calls' }
export const HELP: Route = { screen: 'help' }
export const SETTINGS: Route = { screen: 'settings', section: 'general' }
