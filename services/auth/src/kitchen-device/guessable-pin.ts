/** Whether a PIN is among the first that anybody tries: one digit again and again, or digits in a row, as 1234 or 9876. */
export function isGuessablePin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return [0, 1, -1].some((step) => steps.every((one) => one === step));
}
