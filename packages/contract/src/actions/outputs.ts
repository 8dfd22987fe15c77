/** Outputs of devices that can be switched, by parameter name. */
export const outputNames = ['dout1', 'dout2', 'relay0'] as const
export type OutputName = (typeof outputNames)[number]

export const outputArgument = (output: OutputName, on: boolean): string => `${output} ${on ? 'on' : 'off'}`

export function readOutputArgument(argument: string): { output: OutputName; on: boolean } | undefined {
  const [name, state] = argument.split(' ')
  const output = outputNames.find((one) => one === name)
  return output && (state === 'on' || state === 'off') ? { output, on: state === 'on' } : undefined
}
