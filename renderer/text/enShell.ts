/** Links from outside. */
export const enShell = {
  'link.title': 'A link was opened',
  'link.stage.what': 'It names a stage that is not in your list. Adding it fetches nothing.',
  'link.stage.do': 'Add the stage',
  'link.results.what': 'It leads to results of a stage. Adding the stage fetches nothing.',
  'link.results.do': 'Add the stage',
  'link.order.what': 'It names an order. Looking it up asks the service of the organization once.',
  'link.order.do': 'Look up the order',
  'link.profile': 'Organization',
  'link.noProfiles': 'No organization is connected yet; connect one in Settings, then open the link again.',
  'link.foreign': 'None of your organizations has its results there, so nothing is asked of that address.',
}
