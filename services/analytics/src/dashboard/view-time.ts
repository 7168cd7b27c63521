/** An average view time as text: "0s", "45s", "2m 30s", "1h 5m". */
export function viewTimeText(averageSeconds: number): string {
  const seconds = Math.round(averageSeconds);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
