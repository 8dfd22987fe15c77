/** Decimals of a degree: a tenth of a metre. */
const digits = 6

export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(digits))
