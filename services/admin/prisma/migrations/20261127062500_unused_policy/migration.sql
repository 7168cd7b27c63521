-- A run is begun as the restaurant (`own`) since its job names that.
DROP POLICY "platform_claims" ON "data_export";
