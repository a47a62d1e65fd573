// A runtime function (runtime.h) made of another: LLVM's arc tangent of two arguments is correctly rounded where that of one is not.
double polydat_atan2(double y, double x);
double polydat_atan(double x) { return polydat_atan2(x, 1); }
